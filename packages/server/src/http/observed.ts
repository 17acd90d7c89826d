import type { HttpRequest, HttpResponse } from '../message/message.js'
import { endObservation, observe, observesRequests, type Telemetry } from '../telemetry/telemetry.js'

type Handle = (request: HttpRequest) => Promise<HttpResponse>

/**
 * Measures each request from its arrival to the end of its response. Returns `handle` itself if nothing is
 * measured.
 */
export function observed(handle: Handle, telemetry: Telemetry): Handle {
  if (!observesRequests(telemetry)) return handle
  return async (request) => {
    const observation = observe(telemetry, request)
    request.observation = observation
    const response = await handle(request)
    const end = () => endObservation(telemetry, observation, request, response.status)
    if (request.whenSent) request.whenSent(end)
    else end()
    if (!telemetry.serverTiming) return response
    return { ...response, headers: { ...response.headers, 'Server-Timing': observation.serverTiming() } }
  }
}
