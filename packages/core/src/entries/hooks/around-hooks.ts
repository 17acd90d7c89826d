import type { ContentType } from '@content-api/model'
import type { RequestSession } from '@content-api/engine/database'
import type { Values } from '@content-api/engine/plan'
import { type HookEvent, type Hooks, HookStates } from './hook.js'
import { type HookScope, runHook } from './run-hooks.js'

/** The reads that run hooks, and the writes of many entries. */
export type AroundAction = 'FindOne' | 'FindMany' | 'Count' | 'CreateMany' | 'UpdateMany' | 'DeleteMany'

export interface AroundCall {
  readonly type: ContentType
  readonly action: AroundAction
  /** The parameters of `strapi.db.query`. */
  readonly parameters: Values
}

interface Requester {
  readonly userId: number | null
  readonly session?: RequestSession | undefined
}

/** Returns whether hooks run around an action. */
export const isHookedAround = (hooks: Hooks, { uid }: ContentType, action: AroundAction): boolean =>
  hooks.of(uid, `before${action}`).length > 0 || hooks.of(uid, `after${action}`).length > 0

/**
 * Runs the `before` hooks, the work with the parameters as these have changed them, and the `after` hooks.
 * @returns the result as the hooks have changed it. A hook may replace it by anything, and project code gets it
 */
export async function runAround<Result>(
  scope: HookScope,
  { type, action, parameters }: AroundCall,
  { userId, session }: Requester,
  work: (parameters: Values) => Promise<Result>,
): Promise<Result> {
  const { hooks } = scope
  const params: HookEvent['params'] & Values = { ...parameters }
  const traceparent = session?.traceparent
  const states = new HookStates()
  const shared = {
    model: type,
    params,
    state: {},
    user: userId === null ? null : Object.freeze({ id: userId }),
    ...(traceparent !== undefined && { traceparent }),
  }
  const run = async (event: HookEvent) => {
    for (const hook of hooks.of(type.uid, event.action)) {
      event.state = states.of(hook)
      await runHook(scope, hook, event, session)
      states.replace(hook, event.state)
    }
  }
  await run({ ...shared, action: `before${action}` })
  const after: HookEvent = { ...shared, action: `after${action}`, result: await work(params) }
  await run(after)
  return after.result as Result
}
