import type { Values } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import { type AroundCall, isHookedAround, runAround } from '@content-api/core/entries/hooks/around-hooks'
import type { HookScope } from '@content-api/core/entries/hooks/run-hooks'

/** Runs the hooks of reads, and of writes of many rows. */
export interface ReadHooks {
  has(type: AroundCall['type'], action: AroundCall['action']): boolean
  /**
   * @param work reads or writes with the parameters, which `before` hooks may have changed
   * @returns the result, which `after` hooks may have changed
   */
  around<Result>(call: AroundCall, work: (parameters: Values) => Promise<Result>): Promise<Result>
}

export function createReadHooks(scope: HookScope, caller: () => Caller): ReadHooks {
  const { hooks } = scope
  const has: ReadHooks['has'] = (type, action) => hooks.exist && isHookedAround(hooks, type, action)
  return {
    has,
    async around(call, work) {
      return has(call.type, call.action) ? runAround(scope, call, caller(), work) : work(call.parameters)
    },
  }
}
