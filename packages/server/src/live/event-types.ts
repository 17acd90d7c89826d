import { closest, type ContentType, type Registry } from '@content-api/model'
import { validationError } from '@content-api/engine/errors'
import type { Caller } from '../entries/caller.js'

/** Returns whether a read of a content type runs no code of the project, which could hide entries. */
export type IsPlainRead = (type: ContentType, action: 'find' | 'findOne') => boolean

/** Returns whether a caller may hear of the entries of a content type: if it may read them. */
export function mayHear(caller: Caller, type: ContentType, isPlain: IsPlainRead): boolean {
  return (['find', 'findOne'] as const).some((action) => isPlain(type, action) && caller.can(action, type))
}

/**
 * Returns the content types that the parameter `types` names, by their uid, plural name or, for single types,
 * singular name. Returns null without the parameter.
 * @throws ApiError ValidationError
 */
export function namedTypes({ contentTypes }: Registry, value: unknown): readonly ContentType[] | null {
  if (value === undefined) return null
  const names = [...contentTypes.values()].flatMap((type) => namesOf(type).map((name) => [name, type] as const))
  const byName = new Map(names.toReversed())
  const requested = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : []
  if (requested.length === 0) throw malformed('must be names of content types, separated by commas')
  return requested.map((name) => {
    const type = byName.get(name)
    if (type) return type
    const near = closest(name, [...byName.keys()])
    const shown = JSON.stringify(name.slice(0, 100))
    throw malformed(`has no content type ${shown}${near === undefined ? '' : `. Did you mean ${near}?`}`)
  })
}

/** Returns whether drafts are wanted. @throws ApiError ValidationError */
export function wantsDrafts(value: unknown): boolean {
  if (value === undefined || value === 'live') return false
  if (value === 'preview') return true
  throw malformed('must be live or preview', 'publicationState')
}

const known: readonly string[] = ['types', 'publicationState']

/** @throws ApiError ValidationError for a parameter that events don't have */
export function checkParameters(query: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown !== undefined) throw malformed(`is not known. There are: ${known.join(', ')}`, unknown)
}

function malformed(message: string, parameter = 'types') {
  const path = parameter.slice(0, 100)
  return validationError([{ path: [path], message: `Invalid parameter ${path}: ${message}` }])
}

function namesOf({ uid, kind, pluralName, singularName }: ContentType): readonly string[] {
  return kind === 'singleType' ? [uid, singularName, pluralName] : [uid, pluralName]
}
