import { closest, type ContentType, type ScalarAttribute, isRecord } from '@content-api/model'
import { printed } from '../../attributes/invalid-type.js'
import { InvalidValue, type Stored } from '../../attributes/scalar-behaviour.js'
import { scalarBehaviours } from '../../attributes/scalar-behaviours.js'
import { ApiError, validationError } from '../../errors/api-error.js'
import type { PlanContext } from '../plan-context.js'
import type { WritePlan } from '../write-plan.js'
import { BodyIssues, type Completeness } from './body-issues.js'
import { planRow } from './plan-row.js'

export interface WriteOptions {
  readonly action: WritePlan['action']
  readonly context: PlanContext
  /** Whether a new entry whose body says nothing about `publishedAt` is live: REST publishes, GraphQL drafts. */
  readonly publishByDefault?: boolean
  /** The new entry is another localization: it takes over what localizations share, whatever the body says of it. */
  readonly inherits?: boolean
  /** More is to come: what is missing is no mistake yet. */
  readonly unfinished?: boolean
}

/** What clients send back because they have read it; it is never unknown and never written. */
export const readOnlyAttributes: ReadonlySet<string> = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'localizations',
])

/**
 * Checks the `data` of a body against its type and the caller's permissions (specification §4.1 and §4.4).
 * @throws ApiError ValidationError with every problem that can be known without the database
 * @throws ApiError ForbiddenError for a relation to a type that the caller may not find
 */
export function planWrite(type: ContentType, data: unknown, options: WriteOptions): WritePlan {
  const { action, context, inherits = false, unfinished = false } = options
  const values = readData(data)
  const published = readPublishedAt(type, values, options)
  const issues = new BodyIssues(unfinished ? 'waived' : published.completeness)
  const locale = readLocale(type, values, options)
  const row = planRow(
    {
      schema: type,
      values,
      path: [],
      fresh: action === 'create',
      whole: action === 'create',
      inherits,
      depth: 0,
      context,
      issues,
      planRow,
    },
    ignoredKeys(type),
  )
  if (published.invalid) issues.addInvalid(['publishedAt'], published.invalid)
  issues.throwIfAny()
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

/** @throws ApiError when there is no object in `data` */
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
  /** The value of `publishedAt` to store; undefined: it stays as it is. */
  readonly write?: Stored
  readonly invalid?: InvalidValue
}

/**
 * `publishedAt` absent: see `publishByDefault`, unchanged in updates; null: a draft; a time: live since (or from) then. Only
 * who says that it is a draft may leave it incomplete: a draft by default is held to what a live entry needs (as observed).
 */
function readPublishedAt(
  type: ContentType,
  values: Readonly<Record<string, unknown>>,
  { action, publishByDefault = false }: WriteOptions,
): Published {
  if (!type.draftAndPublish) return { publication: 'live', completeness: 'required' }
  const given = Object.hasOwn(values, 'publishedAt') ? values['publishedAt'] : undefined
  if (given === null) return { publication: 'draft', completeness: 'waived', write: null }
  if (given === undefined && action === 'update') return { publication: 'unchanged', completeness: 'deferred' }
  if (given === undefined) {
    return publishByDefault
      ? { publication: 'live', completeness: 'required', write: new Date().toISOString() }
      : { publication: 'draft', completeness: 'required', write: null }
  }
  try {
    const { attribute } = publishedAt(type, null)
    const write = scalarBehaviours[attribute.type].parse(given, attribute, 'publishedAt')
    return { publication: 'live', completeness: 'required', write }
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    return { publication: 'live', completeness: 'required', invalid: error }
  }
}

function publishedAt(type: ContentType, value: Stored) {
  return { name: 'publishedAt', attribute: type.attributes['publishedAt'] as ScalarAttribute, value }
}

/**
 * The locale of a new entry comes from its body; that of an existing one can't be changed (as observed).
 * @throws ApiError ApplicationError for an unknown one
 */
function readLocale(
  type: ContentType,
  values: Readonly<Record<string, unknown>>,
  { action, context: { locales } }: WriteOptions,
): string | null {
  if (!type.localized || action === 'update') return null
  const given = (Object.hasOwn(values, 'locale') ? values['locale'] : null) ?? locales.default
  if (typeof given === 'string' && locales.codes.includes(given)) return given
  const near = typeof given === 'string' ? closest(given, locales.codes) : undefined
  const hint = near === undefined ? `: known are ${locales.codes.join(', ')}` : `. Did you mean ${near}?`
  throw new ApiError('ApplicationError', `locale is not a locale of this project: ${printed(given)}${hint}`)
}

function ignoredKeys(type: ContentType): ReadonlySet<string> {
  const ignored = new Set(readOnlyAttributes)
  if (type.draftAndPublish) ignored.add('publishedAt')
  if (type.localized) ignored.add('locale')
  return ignored
}
