import { isRecord } from '@content-api/model'
import { stringify } from 'qs'
import * as z from 'zod/v4'
import { shapeFaultOf } from '@content-api/core/message/json-shape'
import { ToolError } from './tool-error.js'

/** An object with any keys. It isn't copied: the copy of `z.record` would lack a key `__proto__`. */
export const anyObject = z
  .unknown()
  .refine(isRecord, 'Expected an object')
  .refine((value) => shapeFaultOf(value) === null, { error: ({ input }) => `It ${shapeFaultOf(input)}` })
  .meta({ type: 'object' })

const names = z.array(z.string())
const text = z.string()
const textOrNames = z.union([text, names])
const forms = z.union([text, names, anyObject])
const page = z.strictObject({
  page: z.int().optional(),
  pageSize: z.int().optional(),
  start: z.int().optional(),
  limit: z.int().optional(),
  withCount: z.boolean().optional(),
})
const state = z.enum(['live', 'preview'])
/** The version of a document. */
export const status = z.enum(['draft', 'published'])

/** The arguments that select attributes and versions of entries. */
export const entryQuery = {
  fields: names.optional().describe('Attributes to return, such as ["title"]. Default: all'),
  populate: forms
    .optional()
    .describe(
      'Relations, media, components and zones to include: ["author"], or { "author": { "fields": ["name"] } } with fields, filters, sort and populate of each. Default: none',
    ),
  locale: text.optional().describe('Locale of localized types. Default: the default locale'),
  publicationState: state.optional().describe('"preview" includes drafts. Default: "live", published entries only'),
  status: status.optional().describe('Only in Strapi 5 projects'),
}

/** The arguments of a list. */
export const listQuery = {
  filters: anyObject
    .optional()
    .describe(
      'Such as { "title": { "$containsi": "tea" }, "author": { "name": { "$eq": "Ada" } } }. Operators: $eq $ne $in $notIn $lt $lte $gt $gte $between $contains $notContains $containsi $startsWith $endsWith $null $notNull; $and, $or, $not',
    ),
  sort: textOrNames.optional().describe('Such as ["publishedAt:desc", "author.name"]'),
  pagination: page.optional().describe('Either page and pageSize, or start and limit. Default: the first 25'),
  ...entryQuery,
}

/** The same arguments without descriptions, for a tool that refers to those of another one. */
export const sameQuery = {
  filters: anyObject.optional(),
  sort: textOrNames.optional(),
  pagination: page.optional(),
  fields: names.optional(),
  populate: forms.optional(),
  locale: text.optional(),
  publicationState: state.optional(),
  status: status.optional(),
}

export interface Query {
  readonly [name: string]: QueryValue
}
type QueryValue = string | readonly QueryValue[] | Query

/**
 * Converts arguments to the parameters of a query string, whose values are strings. Leaves out undefined and
 * empty parameters.
 * @throws ToolError for null, and for an empty list or object inside of a parameter, which a query string
 * can't have
 */
export function queryOf(parameters: Readonly<Record<string, unknown>>): Query {
  const filled = Object.entries(parameters).filter(
    ([, value]) => value !== undefined && !(typeof value === 'object' && value !== null && isEmpty(value)),
  )
  return Object.fromEntries(filled.map(([name, value]) => [name, valueOf(value, name)]))
}

function valueOf(value: unknown, path: string): QueryValue {
  if (value === null) throw new ToolError(`${path} is null. Filters find missing values with { "$null": true }.`)
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  if (isEmpty(value)) throw new ToolError(`${path} is empty. Remove it, or add a value.`)
  if (Array.isArray(value)) return value.map((item, index) => valueOf(item, `${path}[${index}]`))
  if (!isRecord(value)) throw new ToolError(`${path} has an unknown form.`)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, valueOf(one, `${path}.${name}`)]))
}

const isEmpty = (value: object) => Object.keys(value).length === 0

/** Returns the path with a query string: `/api/articles?filters[title][$eq]=Tea`. */
export function pathWith(path: string, query: Query): string {
  return `${path}${stringify(query, { addQueryPrefix: true, encodeValuesOnly: true })}`
}
