import type { ContentType } from '@content-api/model'
import type { UploadProvider } from '../config/upload-provider.js'
import type { UploadConfig } from '../config/upload.js'
import type { Caller } from '../entries/caller.js'
import { ApiError } from '@content-api/engine/errors'
import type { Database } from '@content-api/engine/database'
import type { Action, PlanContext } from '../query/plan-context.js'
import type { RawQuery } from '../query/plan.js'
import type { Images } from './images.js'
import type { QueuePerFile } from './queue-per-file.js'

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
