import type { ContentType } from '@content-api/model'

export const hookNames = [
  'beforeCreate',
  'afterCreate',
  'beforeUpdate',
  'afterUpdate',
  'beforeDelete',
  'afterDelete',
] as const

/** Around reads by `entityService`, `db.query` and REST, and around writes of many entries by `db.query`. */
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

/** An entry without envelopes: its attributes beside its id, and populated relations the same way. */
export type FlatEntry = Readonly<Record<string, unknown>> & { readonly id: number }

/** What a hook is told, in the shape of Strapi 4. */
export interface HookEvent {
  readonly action: HookName
  /** The content type of the entry. */
  readonly model: ContentType
  readonly params: {
    /**
     * The attributes that are to be written, as they were sent; absent when an entry is deleted. `before` hooks change it or
     * put another object in its place, which is checked like any other body.
     */
    // Whatever the content type holds.
    // oxlint-disable-next-line typescript/no-explicit-any
    data?: any
    /**
     * Which entry, `{ id }`; absent when one is created. In hooks of reads and of many entries: the filters, which `before` hooks
     * may change.
     */
    // oxlint-disable-next-line typescript/no-explicit-any
    where?: any
    /** Of reads, in the words of `strapi.db.query`. */
    select?: unknown
    // oxlint-disable-next-line typescript/no-explicit-any
    populate?: any
    orderBy?: unknown
    limit?: unknown
    offset?: unknown
  }
  /**
   * The entry without its relations, as it is (`after` hooks) or was (`afterDelete`); absent in `before` hooks. After a read: what was
   * read, which the hook may change.
   */
  // Whatever was read.
  // oxlint-disable-next-line typescript/no-explicit-any
  result?: any
  /** Kept from the `before` to the `after` hooks of one write. */
  readonly state: Record<string, unknown>
  /** Who has signed in; null for the public, tokens and the service itself. */
  readonly user: { readonly id: number } | null
  /**
   * The `traceparent` (W3C Trace Context) to send with calls to other services: of the request's span, or as the client sent
   * it where the service records no traces. Absent without one.
   */
  readonly traceparent?: string
}

/** Runs within the transaction of the write: what it throws undoes all of it. What it gives is ignored. */
export type Hook = (event: HookEvent) => unknown

export type HooksOfType = Readonly<Partial<Record<HookName, Hook>>>

/** Called in the order in which they were put here. */
export interface Hooks {
  /** @param uids the content types; null for all of them. @returns what takes the hooks away again */
  add(uids: readonly string[] | null, hooks: HooksOfType): () => void
  of(uid: string, name: HookName): readonly Hook[]
}

export function createHooks(): Hooks {
  const entries = new Set<{ readonly uids: readonly string[] | null; readonly hooks: HooksOfType }>()
  return {
    add(uids, hooks) {
      const entry = { uids, hooks }
      entries.add(entry)
      return () => void entries.delete(entry)
    },
    of: (uid, name) =>
      [...entries].flatMap(({ uids, hooks }) => (uids === null || uids.includes(uid) ? (hooks[name] ?? []) : [])),
  }
}
