import type { ContentType } from '@content-api/model'
import type { Condition } from '@content-api/engine/plan'
import { allOf, never, not } from '@content-api/core/query/field-filter'
import { type RawQuery, readToggle } from '@content-api/core/query/raw-value'
import { leftToStrapi } from '../left-to-strapi.js'
import type { DocumentRules } from './document-rules.js'

/** The versions of documents that a response shows, at every level. */
export interface Versions {
  readonly state: 'live' | 'draft' | 'preview'
  /** The values of `publicationFilter`; `hasPublishedVersion` means one of them. */
  readonly filters: readonly PublicationFilter[]
}

/** All versions, in both states. */
export const everyVersion: Versions = { state: 'preview', filters: [] }

const states: Readonly<Record<string, Versions['state']>> = { published: 'live', draft: 'draft' }

type Version = Extract<Condition, { op: 'version' }>

interface Pair {
  /** Whether the other version must exist; it is the published one of a draft, and the draft of a published one. */
  readonly exists: boolean
  readonly anyLocale?: boolean
  /** Whether the draft must have been changed after the published version. */
  readonly isModified?: boolean
  /** The only state that has such versions; by default both have. */
  readonly only?: Versions['state']
}

const publicationFilters = {
  'never-published': { exists: false, only: 'draft' },
  'has-published-version': { exists: true },
  modified: { exists: true, isModified: true },
  unmodified: { exists: true, isModified: false },
  'never-published-document': { exists: false, anyLocale: true, only: 'draft' },
  'has-published-version-document': { exists: true, anyLocale: true },
  'published-without-draft': { exists: false, only: 'live' },
  'published-with-draft': { exists: true, only: 'live' },
} as const satisfies Readonly<Record<string, Pair>>

type PublicationFilter = keyof typeof publicationFilters

/** The values of the parameter `publicationFilter`. */
export const publicationFilterNames: readonly string[] = Object.keys(publicationFilters)

/**
 * Parses `status`, `publicationFilter` and `hasPublishedVersion`.
 *
 * @throws LeftToStrapi for other values. Without a value, `status` means draft in Strapi, which this server
 * doesn't imitate.
 */
export function parseVersions(
  { status, publicationFilter, hasPublishedVersion }: RawQuery,
  { servesAll }: DocumentRules,
): Versions {
  const state = status === undefined ? 'live' : typeof status === 'string' ? states[status] : undefined
  if (!state) throw leftToStrapi('has no known status')
  if (publicationFilter !== undefined && hasPublishedVersion !== undefined && !servesAll) {
    throw leftToStrapi('has publicationFilter and hasPublishedVersion')
  }
  const filters: PublicationFilter[] = []
  if (publicationFilter !== undefined) {
    if (typeof publicationFilter !== 'string' || !Object.hasOwn(publicationFilters, publicationFilter))
      throw leftToStrapi('has no known publicationFilter')
    filters.push(publicationFilter as PublicationFilter)
  }
  if (hasPublishedVersion !== undefined) {
    const has = readToggle(hasPublishedVersion)
    if (has === undefined) throw leftToStrapi('has no known hasPublishedVersion')
    filters.push(has ? 'has-published-version-document' : 'never-published-document')
  }
  return { state, filters }
}

/** Returns the condition of the publication filters; null for types without drafts, and without filters. */
export function versionCondition({ draftAndPublish }: ContentType, { state, filters }: Versions): Condition | null {
  if (!draftAndPublish) return null
  return allOf(filters.map((name) => conditionOf(publicationFilters[name], state)))
}

function conditionOf(
  { exists, anyLocale = false, isModified, only }: Pair,
  state: Versions['state'],
): Condition | null {
  if (only !== undefined && only !== state) return never
  const version: Version = {
    op: 'version',
    state: state === 'draft' ? 'live' : 'draft',
    anyLocale,
    ...(isModified !== undefined && { changed: changedOf(state, isModified) }),
  }
  return exists ? version : not(version)
}

/** The version is the published one of a draft, or the draft of a published one. */
function changedOf(state: Versions['state'], isModified: boolean): NonNullable<Version['changed']> {
  if (state === 'draft') return isModified ? 'before' : 'not before'
  return isModified ? 'after' : 'not after'
}
