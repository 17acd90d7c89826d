import type { Registry, Schema, ContentType } from '@content-api/model'
import { didYouMean } from '@content-api/engine/errors'
import type { Limits } from './limits.js'
import { malformedParameter } from './raw-value.js'
import type { ReadingRules } from './reading-rules.js'
import type { PublicationState } from '@content-api/engine/plan'

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
  /** How queries are read. */
  readonly reading: ReadingRules
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

/** The part of a plan context that comes from the configuration: limits, locales, strictness, rules. */
export type PlanSettings = Omit<PlanContext, 'registry' | 'can'>

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
