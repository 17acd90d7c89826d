import { type ContentType, isRecord } from '@content-api/model'
import { type HookEvent, HookStates } from '../../../entries/hooks/hook.js'
import { type HookScope, runHook } from '../../../entries/hooks/run-hooks.js'
import { currentSession } from '../host/current-host.js'

type Action = 'FindOne' | 'FindMany' | 'Count' | 'CreateMany' | 'UpdateMany' | 'DeleteMany'

/** The parameters of `strapi.db.query`, which hooks see and may change. */
export type QueryParameters = Readonly<Record<string, unknown>>

/** Runs the hooks of a project around reads, and around writes of many entries. */
export interface AroundHooks {
  has(type: ContentType, ...actions: readonly Action[]): boolean
  /**
   * @param work performs the read or the writes with the parameters that the hooks may have changed
   * @returns the result, which the hooks may have changed
   */
  around<Result>(call: AroundCall, work: (parameters: QueryParameters) => Promise<Result>): Promise<Result>
}

export interface AroundCall {
  readonly type: ContentType
  readonly action: Action
  readonly parameters: QueryParameters
  readonly userId?: number | null
}

/** For services without hooks. */
export const withoutHooks: AroundHooks = { has: () => false, around: ({ parameters }, work) => work(parameters) }

export function aroundHooks(scope: HookScope): AroundHooks {
  const { hooks } = scope
  const named = (type: ContentType, action: Action) => [
    ...hooks.of(type.uid, `before${action}`),
    ...hooks.of(type.uid, `after${action}`),
  ]
  return {
    has: (type, ...actions) => actions.some((action) => named(type, action).length > 0),
    async around({ type, action, parameters, userId = null }, work) {
      if (named(type, action).length === 0) return work(parameters)
      const params: HookEvent['params'] & QueryParameters = { ...parameters }
      const session = currentSession()
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
      return after.result as Awaited<ReturnType<typeof work>>
    },
  }
}

/** Returns whether `where` is only the condition on the id. If not, a hook has changed it. */
export function isById(where: unknown, id: number): boolean {
  return isRecord(where) && Object.keys(where).length === 1 && where['id'] === id
}
