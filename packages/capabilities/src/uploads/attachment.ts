import type { ContentType, MediaAttribute } from '@content-api/model'
import type { Caller } from '@content-api/core/entries/caller'
import { ApiError, didYouMean, type Issue, validationError } from '@content-api/engine/errors'
import type { AnyTransaction } from '@content-api/engine/database'
import type { UploadScope } from './upload-scope.js'

/** The entry for which files are uploaded. The properties are named like the fields of the form. */
export interface AttachmentRequest {
  /** The uid of the entry's content type. */
  readonly ref?: string
  readonly refId?: string
  /** The name of its media attribute. */
  readonly field?: string
}

/** Attaches uploaded files to an entry. */
export type Attach = (files: readonly number[], tx: AnyTransaction) => Promise<void>

const nothing: Attach = () => Promise.resolve()

/**
 * Checks the request for an attachment, without reading the entry. An unknown type is an error. An unknown
 * entry or attribute is an error in strict mode; in lenient mode the files are stored without an entry, as in
 * Strapi 4.26.
 * @throws ApiError ForbiddenError if the caller may not update entries of that type; ValidationError
 */
export function planAttachment(scope: UploadScope, request: AttachmentRequest, caller: Caller): Attach {
  const { registry, strict } = scope.context(caller)
  if (Object.keys(request).length === 0) return nothing
  const issues: Issue[] = []
  // No caller may name administrators.
  const isKnown = (of: ContentType) => !of.uid.startsWith('admin::') && caller.can('update', of)
  const known = () => [...registry.contentTypes.values()].filter(isKnown).map(({ uid }) => uid)
  const type = registry.contentTypes.get(request.ref ?? '')
  if (type && !isKnown(type)) throw new ApiError('ForbiddenError')
  const id = Number(/^[1-9]\d{0,14}$/.exec(request.refId ?? '')?.[0] ?? Number.NaN)
  const attribute = type && mediaAttribute(type, request.field ?? '')
  if (!type) issues.push(issue('ref', request.ref, 'the uid of a content type', known()))
  if (Number.isNaN(id)) issues.push(issue('refId', request.refId, 'the id of an entry', []))
  if (type && !attribute)
    issues.push(issue('field', request.field, `a media attribute of ${type.uid}`, mediaNames(type)))
  if (type && attribute && !Number.isNaN(id))
    return attachTo({ scope, caller, strict }, type, id, { name: request.field ?? '', attribute })
  // An unknown type is an error in lenient mode too.
  if (strict || (request.ref !== undefined && !type)) throw validationError(issues)
  return nothing
}

interface AttachmentScope {
  readonly scope: UploadScope
  readonly caller: Caller
  readonly strict: boolean
}

function attachTo(
  { scope, caller, strict }: AttachmentScope,
  type: ContentType,
  id: number,
  { name, attribute }: { readonly name: string; readonly attribute: MediaAttribute },
): Attach {
  return async (files, tx) => {
    await scope.checks.get(type.uid)?.(tx, id, caller)
    const attached = await scope.records.attach({ type, id, name, attribute, files }, caller, tx)
    if (attached || !strict) return
    throw validationError([{ path: ['refId'], message: `There is no ${type.uid} with the id ${id}` }])
  }
}

function mediaAttribute(type: ContentType, name: string): MediaAttribute | undefined {
  const attribute = Object.hasOwn(type.declared, name) ? type.declared[name] : undefined
  return attribute?.type === 'media' ? attribute : undefined
}

const mediaNames = (type: ContentType) =>
  Object.keys(type.declared).filter((name) => type.declared[name]?.type === 'media')

function issue(key: string, value: string | undefined, meaning: string, candidates: readonly string[]): Issue {
  if (value === undefined) return { path: [key], message: `${key} is missing: it must be ${meaning}` }
  const hint = didYouMean(value, candidates)
  return { path: [key], message: `${key} must be ${meaning}, but is ${JSON.stringify(value.slice(0, 100))}${hint}` }
}
