import type { Registry, Schema, ContentType } from '@content-api/model'
import { didYouMean } from '@content-api/engine/errors'
import type { Config } from '../config/schema.js'
import type { StrapiRules } from './as-strapi/strapi-rules.js'
import { malformedParameter } from './raw-value.js'
import type { PublicationState } from '@content-api/engine/plan'

/** The limits of a plan (specification §8). */
export interface Limits {
  /** Entries per page if the request doesn't specify it (`api.rest.defaultLimit`). */
  readonly defaultLimit: number
  /** The maximum page size (`api.rest.maxLimit`). Larger values are clamped to it. Null: no maximum. */
  readonly maxLimit: number | null
  /** Whether responses contain totals if the request doesn't specify it (`api.rest.withCount`). */
  readonly withCount: boolean
  /** Maximum items of one array in the query, for example of `$in`. */
  readonly arrayLimit: number
  /** Maximum nesting depth of filters. */
  readonly filterDepth: number
  /** Maximum number of conditions in all filters of a query, plus the links that they follow. */
  readonly filterConditions: number
  /** Maximum characters of one string in a filter. */
  readonly filterText: number
}

/** The settings of deep populate (the plugin strapi-plugin-populate-deep). */
interface DeepPopulate {
  /** The depth of `populate=deep`. The entry itself is the first level. */
  readonly defaultDepth: number
  /** Whether administrators who created or changed an entry are left out. */
  readonly skipCreatorFields: boolean
}

/** The query parameter that contains an attribute name. */
export type Parameter = 'filters' | 'sort'

/** The context in which a request becomes a plan: the model, permissions, limits and locales. */
export interface PlanContext {
  readonly registry: Registry
  readonly can: Can
  readonly limits: Limits
  /**
   * If true, unknown parameters, populate names and body attributes are errors. If false, they are ignored
   * (Strapi 4.26).
   */
  readonly strict: boolean
  /** Returns whether a GraphQL extension hides an attribute from the caller. */
  readonly hides?: (schema: Schema, name: string, parameter: Parameter) => boolean
  /**
   * True for the project's own code, which reads private attributes. It also reads hashes of passwords, but
   * can't filter or sort by them.
   */
  readonly revealsPrivate?: boolean
  /** The settings of `populate=deep`. Without them it has no meaning. */
  readonly deepPopulate?: DeepPopulate | null
  /** The rules of a Strapi whose responses are expected. */
  readonly asStrapi?: StrapiRules
  readonly locales: { readonly default: string; readonly codes: readonly string[] }
}

export type Action = 'find' | 'findOne' | 'create' | 'update' | 'delete' | 'createLocalization'

/**
 * Returns whether the caller may perform an action on entries of a type. Plans check it for all data that
 * they read.
 */
export type Can = (action: Action, type: ContentType) => boolean

/** Allows every action. Used for code of the project, for administration, and for users who read their own account. */
export const allowEverything: Can = () => true

/** The part of a plan context that comes from the configuration: limits, locales, strictness. */
export type PlanSettings = Omit<PlanContext, 'registry' | 'can'>

export function planningOf({ api: { rest }, i18n, limits }: Config): PlanSettings {
  return {
    strict: rest.strictParams,
    deepPopulate: rest.deepPopulate,
    locales: { default: i18n.defaultLocale, codes: i18n.locales },
    limits: { ...rest, ...limits, arrayLimit: limits.arrayItems },
  }
}

/** Returns the state of entries that filters and sorts reach through relations. Strapi 4.26 uses drafts there. */
export function stateOfPaths({ asStrapi }: PlanContext, state: PublicationState): PublicationState {
  return asStrapi ? 'preview' : state
}

const states = ['live', 'preview'] as const satisfies readonly PublicationState[]

/**
 * Parses `publicationState` (specification §4.3). It applies to all entries that the request reads, so types
 * without drafts pass it to their relations.
 *
 * @throws ApiError ValidationError for a value other than `live` and `preview`
 */
export function parsePublicationState(raw: unknown, otherwise: PublicationState): PublicationState {
  if (raw === undefined || raw === null) return otherwise
  const state = states.find((known) => known === raw)
  if (state) return state
  throw malformedParameter('publicationState', `must be live or preview${didYouMean(raw, states)}`)
}
