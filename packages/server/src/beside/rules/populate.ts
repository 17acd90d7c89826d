import { isRecord, type Schema } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { LinkOption, LinkRequest, PopulateTree } from '../../query/populate/forms.js'
import { readToggle } from '../../query/raw-value.js'
import type { KnownLinks, PopulatedKind } from '../../query/reading-rules.js'

/**
 * Rejects `*` in a path or beside other names, which Strapi 4.26 reads as a name.
 *
 * @throws ApiError ValidationError
 */
export function requirePlainPaths(populate: unknown): void {
  if (typeof populate === 'string') {
    if (populate !== '*' && populate.includes('*')) throw forwarded(`have * among other names`)
  } else if (Array.isArray(populate)) {
    if (populate.some((item) => typeof item === 'string' && item.includes('*'))) throw forwarded('have * in a list')
  } else if (isRecord(populate)) {
    for (const options of Object.values(populate)) {
      if (!isRecord(options)) continue
      requirePlainPaths(options['populate'])
      if (!isRecord(options['on'])) continue
      for (const [uid, inner] of Object.entries(options['on'])) {
        if (isRecord(inner)) requirePlainPaths(inner['populate'])
        else if (readToggle(inner) !== true) throw forwarded(`have ${String(inner)} for ${uid}`)
      }
    }
  }
}

/** The types whose relations in Strapi aren't all in the model: `related` of files, the roles of administrators. */
const withMoreLinks = /^(?:plugin::upload\.|admin::)/

/** @throws ApiError ValidationError for relations that only Strapi may have */
export function requireKnownLinks({ uid }: Schema, { everything, links }: PopulateTree, known: KnownLinks): void {
  if (!withMoreLinks.test(uid)) return
  if (everything || [...links.keys()].some((name) => !known.has(name))) throw forwarded(`name relations of ${uid}`)
}

/** The options that Strapi reads in another way, by the kind of the link. */
const otherOptions: Readonly<Record<PopulatedKind | 'creator', readonly LinkOption[]>> = {
  entries: [],
  creator: ['count', 'sort', 'start', 'limit'],
  files: ['count'],
  component: ['count'],
  zone: ['fields', 'filters', 'sort', 'start', 'limit', 'count'],
  namedComponent: ['sort', 'start', 'limit', 'count'],
}

/** @throws ApiError ValidationError for options of a link that Strapi reads in another way */
export function requireKnownOptions(request: LinkRequest, kind: PopulatedKind, name: string): void {
  const isCreator = kind === 'entries' && (name === 'createdBy' || name === 'updatedBy')
  requireWithout(request, otherOptions[isCreator ? 'creator' : kind])
}

function requireWithout({ options, path }: LinkRequest, names: readonly LinkOption[]): void {
  const found = names.find((name) => options[name] !== undefined && (name !== 'count' || readToggle(options[name])))
  if (found !== undefined) throw forwarded(`have ${path}[${found}]`)
}

/**
 * Rejects options of a relation that the caller may not follow. Strapi leaves it out, but checks its filters
 * and names first, at all levels.
 *
 * @throws ApiError ValidationError
 */
export function requireBare(request: LinkRequest): void {
  requireWithout(request, ['fields', 'filters', 'sort'])
  for (const nested of request.populate.links.values()) requireBare(nested)
}

/**
 * Rejects options of relations that the response leaves out because the schema has or shows none of that
 * name, such as `createdBy`. Strapi checks them, too.
 *
 * @throws ApiError ValidationError
 */
export function requireBareUnknown({ links }: PopulateTree, known: KnownLinks): void {
  for (const name of links.keys()) {
    const request = known.has(name) ? undefined : links.get(name)
    if (request) requireBare(request)
  }
}

function forwarded(what: string): ApiError {
  return new ApiError('ValidationError', `Strapi may read populate in another way: they ${what}`)
}
