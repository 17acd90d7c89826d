/** Parts of the service that load at their first use, and values that are created then. */
export { brokenParts, getOrCreate, onDemand } from '../on-demand.js'
