import type { ContentType } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import { type HookEvent, HookStates } from '@content-api/core/entries/hooks/hook'
import { type HookScope, runHook } from '@content-api/core/entries/hooks/run-hooks'

type HookedAction = 'FindOne' | 'FindMany' | 'Count' | 'CreateMany' | 'UpdateMany' | 'DeleteMany'

interface HookedCall {
  readonly type: ContentType
  readonly action: HookedAction
  /** The parameters of `strapi.db.query`. */
  readonly parameters: Values
}

/** Runs the hooks of reads, and of writes of many rows. */
export interface ReadHooks {
  has(type: ContentType, action: HookedAction): boolean
  /**
   * @param work reads or writes with the parameters, which `before` hooks may have changed
   * @returns the result, which `after` hooks may have changed
   */
  around<Result>(call: HookedCall, work: (parameters: Values) => Promise<Result>): Promise<Result>
}

export function createReadHooks(scope: HookScope, caller: () => Caller): ReadHooks {
  const { hooks } = scope
  const has: ReadHooks['has'] = ({ uid }, action) =>
    hooks.exist && (hooks.of(uid, `before${action}`).length > 0 || hooks.of(uid, `after${action}`).length > 0)
  return {
    has,
    async around<Result>({ type, action, parameters }: HookedCall, work: (parameters: Values) => Promise<Result>) {
      if (!has(type, action)) return work(parameters)
      const { session, userId } = caller()
      const states = new HookStates()
      const params = { ...parameters }
      const traceparent = session?.traceparent
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
      // A hook may replace the result by anything, and project code gets it.
      return after.result as Result
    },
  }
}
