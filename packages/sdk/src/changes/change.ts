/** A write of an entry or a file. It has no content: read the entry again. */
export interface ContentChange {
  readonly event:
    | 'entry.create'
    | 'entry.update'
    | 'entry.delete'
    | 'entry.publish'
    | 'entry.unpublish'
    /** Only of documents of Strapi 5. */
    | 'entry.draft-discard'
    | 'media.create'
    | 'media.update'
    | 'media.delete'
    /** An import has written entries of the content type; `id` is null. */
    | 'entry.import'
  /** The uid of the content type: `api::article.article`. */
  readonly type: string
  /** The plural name of the content type, also for a single type: `articles`. */
  readonly collection: string
  readonly id: number | null
  readonly documentId?: string
  /** The version of the entry after the write, if the service sends it. */
  readonly version?: string
  readonly locale?: string
  /** When it was written, in ISO 8601. */
  readonly at: string
  /** The place of the change in the stream, to continue after it with the option `after`. It has no order. */
  readonly position: string
}

/** Changes are missing: everything that was read before may be outdated. */
export interface MissedChanges {
  readonly event: 'reset'
  /** The place in the stream where it continues; undefined if the service has not sent one. */
  readonly position: string | undefined
}

/** What the iterator of changes yields. */
export type Change = ContentChange | MissedChanges

/**
 * Returns the tags of cached responses that a change outdates, as `tagsOf` returns them for queries: the
 * plural and the singular name of the content type. Returns undefined for a reset, which outdates everything.
 *
 * @example
 * ```ts
 * import { tagsOfChange } from '@content-api/sdk'
 *
 * const change = { event: 'entry.update', type: 'api::article.article', collection: 'articles' } as const
 * console.log(tagsOfChange(change)) // ['articles', 'article']
 * ```
 */
export function tagsOfChange(
  change: Pick<ContentChange, 'event' | 'type' | 'collection'> | Pick<MissedChanges, 'event'>,
): string[] | undefined {
  if (change.event === 'reset') return undefined
  const { type, collection } = change
  return [...new Set([collection, type.slice(type.lastIndexOf('.') + 1)])]
}
