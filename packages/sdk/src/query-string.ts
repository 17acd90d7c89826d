export { QueryError } from './errors/query-error.js'
export { stringify, type QueryLimits } from './query/stringify.js'
