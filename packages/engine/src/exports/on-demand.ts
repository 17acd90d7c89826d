/** Parts of the service that load at their first use. */
export { brokenParts, onDemand } from '../on-demand.js'
