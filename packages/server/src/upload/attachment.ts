import type { ContentType, MediaAttribute } from '@content-api/model'
import type { Caller } from '../entries/caller.js'
import { ApiError, type Issue, validationError } from '../errors/api-error.js'
import { didYouMean } from '../errors/did-you-mean.js'
import type { WriteTransaction } from '../storage/database.js'
import { attachFiles } from '../storage/write/attach-files.js'
import type { UploadScope } from './upload-scope.js'

/** The entry that files are uploaded for, as a request names it. */
export interface AttachmentRequest {
  /** The uid of its content type. */
  readonly ref?: string
  readonly refId?: string
  /** Its media attribute. */
  readonly field?: string
}

/** Gives uploaded files to an entry. */
export type Attach = (files: readonly number[], tx: WriteTransaction) => Promise<void>

const nothing: Attach = () => Promise.resolve()

/**
 * Checks what can be known of an entry without looking for it. An unknown type is an error; what else names nothing is one in
 * strict mode, and leaves the files without an entry otherwise, as observed.
 * @throws ApiError ForbiddenError when the caller may not change entries of that type
 */
export function planAttachment(scope: UploadScope, request: AttachmentRequest, caller: Caller): Attach {
  const { registry, strict } = scope.context(caller)
  if (Object.keys(request).length === 0) return nothing
  const issues: Issue[] = []
  const known = [...registry.contentTypes.values()].filter((type) => caller.can('update', type))
  const type = registry.contentTypes.get(request.ref ?? '')
  if (type && !known.includes(type)) throw new ApiError('ForbiddenError')
  const id = Number(/^[1-9]\d{0,14}$/.exec(request.refId ?? '')?.[0] ?? Number.NaN)
  const attribute = type && mediaAttribute(type, request.field ?? '')
  if (!type)
    issues.push(
      issue(
        'ref',
        request.ref,
        'the uid of a content type',
        known.map(({ uid }) => uid),
      ),
    )
  if (Number.isNaN(id)) issues.push(issue('refId', request.refId, 'the id of an entry', []))
  if (type && !attribute)
    issues.push(issue('field', request.field, `a media attribute of ${type.uid}`, mediaNames(type)))
  if (type && attribute && !Number.isNaN(id)) return attachTo(type, id, request.field ?? '', attribute, strict)
  // Nothing was stored for a type that isn't there.
  if (strict || (request.ref !== undefined && !type)) throw validationError(issues)
  return nothing
}

function attachTo(type: ContentType, id: number, name: string, attribute: MediaAttribute, strict: boolean): Attach {
  return async (files, tx) => {
    const write = { kind: 'media', name, attribute, path: [name], set: files } as const
    if ((await attachFiles(tx, type, id, write)) || !strict) return
    throw validationError([{ path: ['refId'], message: `There is no ${type.uid} with the id ${id}` }])
  }
}

function mediaAttribute(type: ContentType, name: string): MediaAttribute | undefined {
  const attribute = Object.hasOwn(type.declared, name) ? type.declared[name] : undefined
  return attribute?.type === 'media' ? attribute : undefined
}

const mediaNames = (type: ContentType) =>
  Object.keys(type.declared).filter((name) => type.declared[name]?.type === 'media')

function issue(key: string, given: string | undefined, meaning: string, candidates: readonly string[]): Issue {
  if (given === undefined) return { path: [key], message: `${key} is missing: it must be ${meaning}` }
  const hint = didYouMean(given, candidates)
  return { path: [key], message: `${key} must be ${meaning}, but is ${JSON.stringify(given.slice(0, 100))}${hint}` }
}
