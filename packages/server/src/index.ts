export { ApiError } from './errors/api-error.js'
