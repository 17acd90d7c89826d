import type { Handler } from '../composition/handler.js'
import { endObservation, observe, observesRequests, type Telemetry } from '../telemetry/telemetry.js'

/** Measures each request from its arrival to the end of its response. Returns null if nothing is measured. */
export function measureRequests(telemetry: Telemetry): Handler | null {
  if (!observesRequests(telemetry)) return null
  return async (request, next) => {
    const observation = observe(telemetry, request)
    request.observation = observation
    const response = await next(request)
    if (response === null) return null
    const end = () => endObservation(telemetry, observation, request, response.status)
    if (request.whenSent) request.whenSent(end)
    else end()
    if (!telemetry.serverTiming) return response
    return { ...response, headers: { ...response.headers, 'Server-Timing': observation.serverTiming() } }
  }
}
