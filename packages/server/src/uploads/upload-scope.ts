import type { ContentType } from '@content-api/model'
import type { UploadProvider, UploadConfig } from '../config/upload.js'
import type { Caller } from '../entries/caller.js'
import { ApiError } from '@content-api/engine/errors'
import type { Database, WriteTransaction } from '@content-api/engine/database'
import type { Action, PlanContext } from '../query/plan-context.js'
import type { RawQuery } from '../query/raw-value.js'
import type { Images } from './images.js'
import { type JsonText, listOf } from '@content-api/engine/plan'
import { planWritten } from '../query/plan.js'

/** The dependencies of the operations on uploaded files. */
export interface UploadScope {
  readonly database: Database
  readonly config: UploadConfig
  readonly provider: UploadProvider
  /** The upload folder; null if the provider stores files elsewhere. */
  readonly directory: string | null
  readonly replacements: QueuePerFile
  /** The content type of file records. */
  readonly type: ContentType
  readonly images: Images
  context(caller: Caller): PlanContext
}

/** The query and the caller of an operation. */
export interface UploadRequest {
  readonly query: RawQuery
  readonly caller: Caller
}

/** @throws ApiError ForbiddenError if the caller may not perform the action */
export function requireAccess({ type }: UploadScope, caller: Caller, action: Action): void {
  if (!caller.can(action, type)) throw new ApiError('ForbiddenError')
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

/** Reads records in the transaction that wrote them, as JSON text: one object, or an array in the order of the ids. */
export interface FileResponse {
  one(id: number, tx: WriteTransaction): Promise<JsonText | null>
  many(ids: readonly number[], tx: WriteTransaction): Promise<JsonText>
}

/** Plans the response before anything is stored, so that an invalid query changes nothing. */
export function planResponse(scope: UploadScope, query: RawQuery, caller: Caller): FileResponse {
  const plan = planWritten(scope.type, query, scope.context(caller), { shape: 'flat' })
  return {
    one: (id, tx) => tx.read(plan, id),
    async many(ids, tx) {
      const records: (JsonText | null)[] = []
      for (const id of ids) records.push(await tx.read(plan, id))
      return listOf(records.filter((record) => record !== null))
    },
  }
}
