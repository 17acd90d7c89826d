import type { Caller } from '../../entries/caller.js'
import type { HttpRequest } from '../../message/message.js'
import { stateOf } from '../code/routes/caller-context.js'
import { ContextRequest } from './context-request.js'

type Identify = (request: HttpRequest) => Promise<Caller>

/** Returns a function that also makes the caller of a request the `ctx.state` of its context. */
export function identifyInContext(identify: Identify): Identify {
  return async (request) => {
    const caller = await identify(request)
    if (request instanceof ContextRequest) Object.assign(request.context.state, stateOf(caller))
    return caller
  }
}
