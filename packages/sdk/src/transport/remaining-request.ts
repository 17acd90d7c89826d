import type { ApiRequest } from '../types/request.js'
import type { TimeLimit } from './time-limit.js'

/** Returns a request that has waited, with the rest of its time limit as its `timeout`. */
export function remainingRequest(request: ApiRequest, limit: TimeLimit): ApiRequest {
  const left = limit.left()
  return left === Infinity ? request : { ...request, options: { ...request.options, timeout: Math.max(0, left) } }
}
