import { closest, type ContentType, type ScalarAttribute, isRecord } from '@content-api/model'
import { InvalidValue, printed, scalarBehaviours, type Stored } from '@content-api/engine/attributes'
import { ApiError, validationError } from '@content-api/engine/errors'
import { BodyIssues, type Completeness, type WritePlan } from '@content-api/engine/plan'
import type { PlanContext } from '../plan-context.js'
import { planRow } from './plan-row.js'

export interface WriteOptions {
  readonly action: WritePlan['action']
  readonly context: PlanContext
  /** Whether a new entry without `publishedAt` in its body is live: true for REST, false for GraphQL. */
  readonly publishByDefault?: boolean
  /**
   * If true, the new entry is a localization of another one. It copies shared attributes; their values in the
   * body are ignored.
   */
  readonly inherits?: boolean
  /** The locale that the request names beside the body; null or absent if it names none. */
  readonly namedLocale?: string | null
  /** If true, values follow in a later write, so missing ones aren't reported. */
  readonly unfinished?: boolean
  /** If true, values only need the type of their column. Required values may be missing. */
  readonly unvalidated?: boolean | undefined
}

/** Attributes that clients often send back after reading them. They are allowed in bodies and ignored. */
export const readOnlyAttributes: ReadonlySet<string> = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'localizations',
])

/**
 * Checks the `data` of a body against its type and the caller's permissions, and plans the write
 * (specification §4.1 and §4.4).
 * @throws ApiError ValidationError with all problems that can be found without the database
 * @throws ApiError ForbiddenError for a relation to a type that the caller may not find
 * @throws ApiError ApplicationError for an unknown locale
 */
export function planWrite(type: ContentType, data: unknown, options: WriteOptions): WritePlan {
  const { action, context, inherits = false, unfinished = false, unvalidated = false } = options
  const values = readData(data)
  const published = readPublishedAt(type, values, options)
  const issues = new BodyIssues(unfinished || unvalidated ? 'waived' : published.completeness)
  const locale = readLocale(type, values, options)
  const row = planRow(
    {
      schema: type,
      values,
      path: [],
      isNew: action === 'create',
      inherits,
      unvalidated,
      depth: 0,
      context,
      issues,
    },
    ignoredKeys(type),
  )
  if (published.invalid) issues.addInvalid(['publishedAt'], published.invalid)
  issues.throwIfAny({ withDeferred: published.publication === 'live' })
  return {
    action,
    type,
    publication: published.publication,
    incomplete: issues.deferred,
    locale,
    ...row,
    fields: published.write === undefined ? row.fields : [...row.fields, publishedAt(type, published.write)],
  }
}

/** @throws ApiError ValidationError if `data` isn't an object */
function readData(data: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(data)) return data
  if (Array.isArray(data)) {
    const message = `data must be an object with the attributes of one entry, but is the array ${printed(data)}`
    throw validationError([{ path: [], message }])
  }
  throw new ApiError('ValidationError', 'Missing "data" payload in the request body')
}

interface Published {
  readonly publication: WritePlan['publication']
  readonly completeness: Completeness
  /** The value of `publishedAt` to store; undefined: unchanged. */
  readonly write?: Stored
  readonly invalid?: InvalidValue
}

/**
 * Reads the publication state from `publishedAt`:
 *
 * - absent: unchanged in updates; `publishByDefault` decides for new entries
 * - null: a draft, which may be incomplete
 * - a time: live, even if the time is in the future
 *
 * A new entry without `publishedAt` must be complete, even if it becomes a draft (as in Strapi 4.26). Whether
 * an update must be complete also depends on the stored entry and its localizations.
 */
function readPublishedAt(
  type: ContentType,
  values: Readonly<Record<string, unknown>>,
  { action, publishByDefault = false }: WriteOptions,
): Published {
  if (!type.draftAndPublish) return { publication: 'live', completeness: 'required' }
  const input = Object.hasOwn(values, 'publishedAt') ? values['publishedAt'] : undefined
  const isUpdate = action === 'update'
  if (input === null) return { publication: 'draft', completeness: isUpdate ? 'deferred' : 'waived', write: null }
  if (input === undefined && isUpdate) return { publication: 'unchanged', completeness: 'deferred' }
  if (input === undefined) {
    return publishByDefault
      ? { publication: 'live', completeness: 'required', write: new Date().toISOString() }
      : { publication: 'draft', completeness: 'required', write: null }
  }
  try {
    const { attribute } = publishedAt(type, null)
    const write = scalarBehaviours[attribute.type].parse(input, attribute, 'publishedAt')
    return { publication: 'live', completeness: isUpdate ? 'deferred' : 'required', write }
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    return { publication: 'live', completeness: 'required', invalid: error }
  }
}

function publishedAt(type: ContentType, value: Stored) {
  return { name: 'publishedAt', attribute: type.attributes['publishedAt'] as ScalarAttribute, value }
}

/**
 * Returns the locale of a new entry, or the locale that an entry to update must have. Updates can't change
 * the locale.
 * @throws ApiError ApplicationError for an unknown locale
 * @throws ApiError ValidationError if the body and the rest of the request name different locales
 */
function readLocale(
  type: ContentType,
  values: Readonly<Record<string, unknown>>,
  { action, namedLocale = null, context: { locales } }: WriteOptions,
): string | null {
  if (!type.localized) return null
  const input = Object.hasOwn(values, 'locale') ? (values['locale'] ?? null) : null
  if (input === null) return namedLocale ?? (action === 'create' ? locales.default : null)
  if (typeof input === 'string' && locales.codes.includes(input)) {
    if (namedLocale === null || namedLocale === input) return input
    const message = `locale is ${input}, but the request is for the locale ${namedLocale}. Send the same locale in both`
    throw validationError([{ path: ['locale'], message }])
  }
  const near = typeof input === 'string' ? closest(input, locales.codes) : undefined
  const hint = near === undefined ? `: known are ${locales.codes.join(', ')}` : `. Did you mean ${near}?`
  throw new ApiError('ApplicationError', `locale is not a locale of this project: ${printed(input)}${hint}`)
}

function ignoredKeys(type: ContentType): ReadonlySet<string> {
  const ignored = new Set(readOnlyAttributes)
  if (type.draftAndPublish) ignored.add('publishedAt')
  if (type.localized) ignored.add('locale')
  return ignored
}
