import { isRecord, type Schema } from '@content-api/model'
import { leftToStrapi } from '../left-to-strapi.js'
import type { LinkOption, LinkRequest, PopulateTree } from '@content-api/core/query/populate/forms'
import { readToggle } from '@content-api/core/query/raw-value'
import type { KnownLinks, PopulatedKind } from '@content-api/core/query/reading-rules'

/**
 * Rejects `*` in a path or beside other names, which Strapi 4.26 reads as a name.
 *
 * @throws LeftToStrapi
 */
export function requirePlainPaths(populate: unknown): void {
  if (typeof populate === 'string') {
    if (populate !== '*' && populate.includes('*')) throw leftToStrapi('has * among other names of populate')
  } else if (Array.isArray(populate)) {
    if (populate.some((item) => typeof item === 'string' && item.includes('*')))
      throw leftToStrapi('has * in a list of populate')
  } else if (isRecord(populate)) {
    for (const options of Object.values(populate)) {
      if (!isRecord(options)) continue
      requirePlainPaths(options['populate'])
      if (!isRecord(options['on'])) continue
      for (const [uid, inner] of Object.entries(options['on'])) {
        if (isRecord(inner)) requirePlainPaths(inner['populate'])
        else if (readToggle(inner) !== true) throw leftToStrapi(`has ${String(inner)} for ${uid} in populate`)
      }
    }
  }
}

/** The types whose relations in Strapi aren't all in the model: `related` of files, the roles of administrators. */
const withMoreLinks = /^(?:plugin::upload\.|admin::)/

/** @throws LeftToStrapi for relations that only Strapi may have */
export function requireKnownLinks({ uid }: Schema, { everything, links }: PopulateTree, known: KnownLinks): void {
  if (!withMoreLinks.test(uid)) return
  if (everything || [...links.keys()].some((name) => !known.has(name)))
    throw leftToStrapi(`populates relations of ${uid}`)
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

/** @throws LeftToStrapi for options of a link that Strapi reads in another way */
export function requireKnownOptions(request: LinkRequest, kind: PopulatedKind, name: string): void {
  const isCreator = kind === 'entries' && (name === 'createdBy' || name === 'updatedBy')
  requireWithout(request, otherOptions[isCreator ? 'creator' : kind])
}

function requireWithout({ options, path }: LinkRequest, names: readonly LinkOption[]): void {
  const found = names.find((name) => options[name] !== undefined && (name !== 'count' || readToggle(options[name])))
  if (found !== undefined) throw leftToStrapi(`has ${path}[${found}]`)
}

/**
 * Rejects options of a relation that the caller may not follow. Strapi leaves it out, but checks its filters
 * and names first, at all levels.
 *
 * @throws LeftToStrapi
 */
export function requireBare(request: LinkRequest): void {
  requireWithout(request, ['fields', 'filters', 'sort'])
  for (const nested of request.populate.links.values()) requireBare(nested)
}

/**
 * Rejects options of relations that the response leaves out because the schema has or shows none of that
 * name, such as `createdBy`. Strapi checks them, too.
 *
 * @throws LeftToStrapi
 */
export function requireBareUnknown({ links }: PopulateTree, known: KnownLinks): void {
  for (const name of links.keys()) {
    const request = known.has(name) ? undefined : links.get(name)
    if (request) requireBare(request)
  }
}
