import { closest, type ContentType, listed } from '@content-api/model'
import { ApiError, validationError } from '@content-api/engine/errors'
import type { Caller } from '@content-api/core/entries/caller'

/** Returns whether a read of a content type runs no code of the project, which could hide entries. */
export type IsPlainRead = (type: ContentType, action: 'find' | 'findOne') => boolean

/** Returns the content types whose entries a caller may hear of: those that it may read. */
export type Hearable = (caller: Caller) => readonly ContentType[]

/** Returns a function that remembers the content types of each caller. */
export function hearableTypes(types: Iterable<ContentType>, isPlain: IsPlainRead): Hearable {
  const all = [...types]
  const known = new WeakMap<Caller, readonly ContentType[]>()
  const mayHear = (caller: Caller, type: ContentType) =>
    (['find', 'findOne'] as const).some((action) => isPlain(type, action) && caller.can(action, type))
  return (caller) => {
    let hearable = known.get(caller)
    if (!hearable) known.set(caller, (hearable = all.filter((type) => mayHear(caller, type))))
    return hearable
  }
}

/**
 * Returns the content types that the parameter `types` names, by their uid, plural name or, for single types,
 * singular name. Without the parameter, returns all. Unreadable types are as unknown as missing ones.
 * @param hearable the content types that the caller may hear of
 * @throws ApiError ValidationError; ForbiddenError if the caller may hear of none
 */
export function wantedTypes(hearable: readonly ContentType[], value: unknown): readonly ContentType[] {
  if (value === undefined) {
    if (hearable.length === 0) throw new ApiError('ForbiddenError')
    return hearable
  }
  const byName = new Map(hearable.flatMap((type) => namesOf(type).map((name) => [name, type] as const)).toReversed())
  const requested = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : []
  if (requested.length === 0) throw malformed('must be names of content types, separated by commas')
  return requested.map((name) => {
    const type = byName.get(name)
    if (type) return type
    const near = closest(name, [...byName.keys()])
    const shown = JSON.stringify(name.slice(0, 100))
    const hint = near === undefined ? '' : `. Did you mean ${near}?`
    throw malformed(`has no content type ${shown} that you may read${hint}`)
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
  if (unknown !== undefined) throw malformed(`is not known. There are: ${listed(known)}`, unknown)
}

function malformed(message: string, parameter = 'types') {
  const path = parameter.slice(0, 100)
  return validationError([{ path: [path], message: `Invalid parameter ${path}: ${message}` }])
}

function namesOf({ uid, kind, pluralName, singularName }: ContentType): readonly string[] {
  return kind === 'singleType' ? [uid, singularName, pluralName] : [uid, pluralName]
}
