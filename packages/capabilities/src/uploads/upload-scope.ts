import type { ContentType } from '@content-api/model'
import type { UploadProvider, UploadConfig } from '@content-api/core/config/upload'
import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import type { ChangeChecks } from '@content-api/core/entries/change-checks'
import type { ContentEvents, EventName } from '@content-api/core/entries/events'
import { ApiError } from '@content-api/engine/errors'
import { type AnyDatabase, type AnyTransaction, afterCommit } from '@content-api/engine/database'
import type { Action, PlanContext } from '@content-api/core/query/plan-context'
import { actionUid } from '../accounts/actions.js'
import type { FileRecords } from './file-records.js'
import type { StrapiUploads } from './strapi-provider.js'
import type { Images } from './images.js'
import { stringOf } from '@content-api/engine/plan'

/** The dependencies of the operations on uploaded files. */
export interface UploadScope {
  readonly database: AnyDatabase
  readonly records: FileRecords
  readonly config: UploadConfig
  readonly provider: UploadProvider
  /** Stores files instead of `provider`; null unless the configuration names a provider of Strapi. */
  readonly strapi: StrapiUploads | null
  /** The upload folder; null if the provider stores files elsewhere. */
  readonly directory: string | null
  readonly replacements: QueuePerFile
  /** The content type of file records. */
  readonly type: ContentType
  readonly images: Images
  /** Checks of the entries that files are attached to. */
  readonly checks: ChangeChecks
  /** Hears of every write of files. */
  readonly events: ContentEvents
  context(caller: Caller): PlanContext
}

/** @throws ApiError ForbiddenError if the caller may not perform the action */
export function requireAccess({ type }: UploadScope, caller: Caller, action: Action): void {
  if (!caller.may(actionUid(action, type))) throw new ApiError('ForbiddenError')
}

export function noSuchFile(id: number | string): ApiError {
  return new ApiError('NotFoundError', `There is no file with the id ${id}`)
}

/**
 * Runs replacements of one file one after the other, so that they don't wait for each other in transactions.
 * Each process has its own queues.
 */
export class QueuePerFile {
  /** The last replacement of each file, by the file's id. */
  readonly #last = new Map<number, Promise<unknown>>()

  async run<Result>(id: number, replace: () => Promise<Result>): Promise<Result> {
    const previous = this.#last.get(id)
    const own = previous ? previous.then(replace, replace) : replace()
    this.#last.set(id, own)
    try {
      return await own
    } finally {
      if (this.#last.get(id) === own) this.#last.delete(id)
    }
  }
}

type MediaEventName = Extract<EventName, `media.${string}`>

/** Announces a write of files, in its transaction: before a delete, after other writes. */
export async function announceFiles(
  scope: UploadScope,
  name: MediaEventName,
  ids: readonly number[],
  tx: AnyTransaction,
): Promise<void> {
  const { events, type } = scope
  if (!events.isWanted(name, type.uid)) return
  const response = scope.records.planResponse({}, unrestricted)
  for (const id of ids) {
    const found = await response.one(id, tx)
    if (found === null) continue
    const text = stringOf(found)
    if (events.isHeard(name)) afterCommit(tx, () => events.emit(name, { media: JSON.parse(text) as unknown }))
    if (!events.recorder?.wants(name, type.uid)) continue
    await events.recorder.record(tx, { name, type: type.uid, entry: id, locale: null, live: true, body: text })
  }
}
