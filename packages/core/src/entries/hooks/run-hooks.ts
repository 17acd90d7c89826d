import { runProjectCode } from '../../errors/project-fault.js'
import { type AnyTransaction, type RequestSession, within } from '@content-api/engine/database'
import type { Caller } from '../caller.js'
import type { Meter } from '../../telemetry/meter.js'
import type { ContentEvents } from '../events.js'
import { type FlatEntry, type HookEvent, type HookModel, type Hooks, HookStates, type RegisteredHook } from './hook.js'
import { type ResultChanges, watchResult } from './result-changes.js'

/** The dependencies of the functions that run hooks. */
export interface HookScope {
  readonly hooks: Hooks
  /** Reports writes after their commit. */
  readonly events: ContentEvents
  /**
   * The time limit of one hook in milliseconds. Meanwhile its transaction is open, which blocks all other
   * writes on SQLite.
   */
  readonly hookMilliseconds: number
  readonly meter?: Meter | null
  /** Reports values of hooks that can't be stored, with the place of the hooks. */
  readonly report?: (message: string) => void
}

/** Runs a hook with its time limit and records its duration. @throws ApiError, ProjectFault */
export async function runHook(
  { hookMilliseconds, meter }: HookScope,
  { hook }: RegisteredHook,
  event: HookEvent,
  session: RequestSession | undefined,
  caller?: Caller,
): Promise<void> {
  const { action, model } = event
  const trace = session?.observation?.trace
  const run = async () => hook(event, caller)
  const started = performance.now()
  let failed = true
  try {
    await runProjectCode(`${action} of ${model.uid}`, hookMilliseconds, trace ? () => trace.within(run) : run)
    failed = false
  } finally {
    const ended = performance.now()
    meter?.hook({ action, type: model.uid, milliseconds: ended - started, failed })
    trace?.span({ name: `${action} ${model.uid}`, kind: 'internal', started, ended, failed })
  }
}

export type WriteKind = 'Create' | 'Update' | 'Delete'

/** Returns whether there are hooks for a kind of write. */
export function isHooked({ hooks }: HookScope, { uid }: Pick<HookModel, 'uid'>, kind: WriteKind): boolean {
  return hooks.of(uid, `before${kind}`).length > 0 || hooks.of(uid, `after${kind}`).length > 0
}

interface HookedWrite {
  readonly kind: WriteKind
  readonly type: HookModel
  readonly caller: Caller
  readonly data?: unknown
  /** The id that hooks get; null for a create. */
  readonly id: number | string | null
}

/** The hooks of one write. They run in its transaction. */
export interface RunningHooks {
  /** @returns the data after the hooks' changes. @throws ApiError, ProjectFault */
  before(): Promise<unknown>
  /** @returns what the hooks changed in the result; null for nothing. @throws ApiError, ProjectFault */
  after(result: FlatEntry): Promise<ResultChanges | null>
}

export function startHooks(scope: HookScope, write: HookedWrite, transaction: AnyTransaction): RunningHooks {
  const { kind, type, caller, id } = write
  const states = new HookStates()
  // Copies the data, because the transaction may run again and the second run must start from the original.
  const params: HookEvent['params'] = {
    ...(kind === 'Delete' ? {} : { data: copyOf(write.data) }),
    ...(id === null ? {} : { where: Object.freeze({ id }) }),
  }
  const user = caller.userId === null ? null : Object.freeze({ id: caller.userId })
  // Hooks that assign to `where` get an error, because the assignment would have no effect.
  if (id !== null) Object.defineProperty(params, 'where', { writable: false })
  const eventOf = (hook: RegisteredHook, action: HookEvent['action'], written?: FlatEntry): HookEvent => {
    const traceparent = caller.session?.traceparent
    const event: HookEvent = {
      action,
      model: type,
      params,
      // Hooks may replace the state, although the event is frozen.
      get state() {
        return states.of(hook)
      },
      set state(changed) {
        states.replace(hook, changed)
      },
      user,
      ...(traceparent !== undefined && { traceparent }),
    }
    if (written) {
      // As in Strapi 4, a hook may replace its result, but only changes of the object reach the response.
      let result = written
      const set = (replaced: FlatEntry) => void (result = replaced)
      Object.defineProperty(event, 'result', { enumerable: true, get: () => result, set })
    }
    return Object.freeze(event)
  }
  const run = async (phase: 'before' | 'after', written?: FlatEntry) => {
    const action = `${phase}${kind}` as const
    for (const hook of scope.hooks.of(type.uid, action)) {
      const event = eventOf(hook, action, written)
      // The time limit applies inside `within`, so a hook that exceeds it can't write afterwards.
      await within(transaction, () => runHook(scope, hook, event, caller.session, caller))
    }
  }
  return {
    async before() {
      await run('before')
      return params.data as unknown
    },
    async after(result) {
      const changes = watchResult(result)
      await run('after', result)
      return changes()
    },
  }
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)]))
}
