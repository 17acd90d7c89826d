import type { Component, ContentType } from '@content-api/model'
import type { Caller } from '../caller.js'

export const hookNames = [
  'beforeCreate',
  'afterCreate',
  'beforeUpdate',
  'afterUpdate',
  'beforeDelete',
  'afterDelete',
] as const

/** Hooks of reads by `entityService`, `db.query` and REST, and of writes of many entries by `db.query`. */
export const aroundHookNames = [
  'beforeFindOne',
  'afterFindOne',
  'beforeFindMany',
  'afterFindMany',
  'beforeCount',
  'afterCount',
  'beforeCreateMany',
  'afterCreateMany',
  'beforeUpdateMany',
  'afterUpdateMany',
  'beforeDeleteMany',
  'afterDeleteMany',
] as const

export const allHookNames = [...hookNames, ...aroundHookNames] as const

export type HookName = (typeof allHookNames)[number]

/** An entry without envelopes: `id` and attributes are in one object, and populated relations have the same form. */
export type FlatEntry = Readonly<Record<string, unknown>> & { readonly id: number }

/** What a hook is notified of: entries of a content type, or on tables of Strapi 5 components. */
export type HookModel = ContentType | (Component & { readonly singularName: string })

/** The argument of a hook, in the shape of Strapi 4. */
export interface HookEvent {
  readonly action: HookName
  /** The content type of the entry. */
  readonly model: HookModel
  readonly params: {
    /**
     * The attributes to write, as they were sent; absent for reads and deletes. `before` hooks may change or
     * replace the object. The result is checked like any other body.
     */
    // The attributes depend on the content type.
    // oxlint-disable-next-line typescript/no-explicit-any
    data?: any
    /**
     * The entry, as `{ id }`; absent for creates. In hooks of reads and of many entries: the filters, which
     * `before` hooks may change.
     */
    // oxlint-disable-next-line typescript/no-explicit-any
    where?: any
    /** For reads: the parameters of `strapi.db.query`. */
    select?: unknown
    // oxlint-disable-next-line typescript/no-explicit-any
    populate?: any
    orderBy?: unknown
    limit?: unknown
    offset?: unknown
  }
  /**
   * The entry without its relations, after the write (for `afterDelete`: before it). After a read or a write
   * of many entries: the result. A hook may change the object: the caller gets the changes, except those of
   * `afterDelete`. Absent in `before` hooks.
   */
  // The type depends on the read.
  // oxlint-disable-next-line typescript/no-explicit-any
  result?: any
  /**
   * Data that a `before` hook of a read or write may pass to the `after` hook beside it. Hooks that were
   * added separately don't share it, as in Strapi 4.
   */
  state: Record<string, unknown>
  /** The signed-in user; null for anonymous requests, API tokens and the service itself. */
  readonly user: { readonly id: number } | null
  /**
   * The `traceparent` (W3C Trace Context) to send with calls to other services. It belongs to the request's
   * span, or is the client's own if the service doesn't record traces. Absent if there is none.
   */
  readonly traceparent?: string
}

/**
 * A hook of a create, update or delete runs in the transaction of the write. If it throws, the whole
 * transaction is rolled back. The return value is ignored. The caller is absent for hooks around reads.
 */
export type Hook = (event: HookEvent, caller?: Caller) => unknown

export type HooksOfType = Readonly<Partial<Record<HookName, Hook>>>

/** A hook, and the hooks that were added with it. */
export interface RegisteredHook {
  readonly hook: Hook
  readonly addedWith: HooksOfType
  /** The file of the hook, or the line that added it. */
  readonly place?: string | undefined
}

/** The registered hooks. They run in the order in which they were added. */
export interface Hooks {
  /**
   * @param uids the content types; null for all
   * @param place where the hooks are in the code, for messages
   * @returns a function that removes the hooks
   */
  add(uids: readonly string[] | null, hooks: HooksOfType, place?: string): () => void
  of(uid: string, name: HookName): readonly RegisteredHook[]
  /** Whether there are hooks at all. */
  readonly exist: boolean
}

/** The states of one read or write, by the hooks that share one. */
export class HookStates {
  readonly #states = new Map<HooksOfType, HookEvent['state']>()

  of({ addedWith }: RegisteredHook): HookEvent['state'] {
    const state = this.#states.get(addedWith) ?? {}
    this.#states.set(addedWith, state)
    return state
  }

  replace({ addedWith }: RegisteredHook, state: HookEvent['state']): void {
    this.#states.set(addedWith, state)
  }
}

export function createHooks(): Hooks {
  const entries = new Set<{
    readonly uids: readonly string[] | null
    readonly hooks: HooksOfType
    readonly place: string | undefined
  }>()
  return {
    get exist() {
      return entries.size > 0
    },
    add(uids, hooks, place) {
      const entry = { uids, hooks, place }
      entries.add(entry)
      return () => void entries.delete(entry)
    },
    of: (uid, name) =>
      [...entries].flatMap(({ uids, hooks, place }) => {
        const hook = uids === null || uids.includes(uid) ? hooks[name] : undefined
        return hook ? [{ hook, addedWith: hooks, place }] : []
      }),
  }
}
