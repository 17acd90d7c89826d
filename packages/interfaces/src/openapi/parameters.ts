import { type ContentType, type Registry, type Schema, isScalar } from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes'
import type { Config } from '@content-api/core/config/schema'
import { arrayOf, type JsonSchema, object, ref, schemaName } from './json-schema.js'

export type Parameter = JsonSchema

/** Returns a reference to a parameter that all content types share. */
export const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })

const names: JsonSchema = { anyOf: [{ type: 'string' }, arrayOf({ type: 'string' })] }

/** Example values by their summary. The first one is the initial value in forms. */
type Examples = Readonly<Record<string, unknown>>

/**
 * Returns a parameter in the query string. Brackets express nested values: `filters[title][$eq]=x`,
 * `sort[0]=title:desc`. Forms of OpenAPI tools start with the first example. Without examples they fill in
 * every property, and no entry matches.
 */
const inQuery = (name: string, description: string, schema: JsonSchema, examples: Examples): Parameter => ({
  name,
  in: 'query',
  description,
  style: 'deepObject',
  explode: true,
  schema,
  examples: Object.fromEntries(
    Object.entries(examples).map(([summary, value]) => [summary.replaceAll(' ', '-'), { summary, value }]),
  ),
})

/** Returns the parameters that all content types share, by their names. */
export function sharedParameters({
  defaultLimit,
  maxLimit,
  withCount,
}: Config['api']['rest']): Record<string, Parameter> {
  const size = { type: 'integer', minimum: 1, default: defaultLimit, ...(maxLimit !== null && { maximum: maxLimit }) }
  const counted = { withCount: { type: 'boolean', default: withCount } }
  return {
    id: { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
    ifMatch: {
      name: 'If-Match',
      in: 'header',
      description: 'The version of the entry in double quotes. If the entry has another one, nothing changes.',
      schema: { type: 'string' },
    },
    sort: inQuery(
      'sort',
      'The attributes to sort by, the most important first, each with :asc or :desc, separated by commas (specification §4.2).',
      names,
      { 'No order': '', 'Newest first': 'createdAt:desc' },
    ),
    fields: inQuery('fields', 'The attributes to return, separated by commas; * for all (specification §4.3).', names, {
      'All attributes': '',
      'Only the id': 'id',
    }),
    populate: inQuery(
      'populate',
      'Relations, media, components and zones to return as well: names separated by commas, * for all, or JSON such as {"author":{"fields":["name"]}} (specification §4.3).',
      { anyOf: [{ type: 'string' }, arrayOf({ type: 'string' }), { type: 'object' }] },
      { Nothing: '', Everything: '*' },
    ),
    pagination: inQuery(
      'pagination',
      'By page or by offset, not both (specification §4.2). Sizes over the maximum are reduced to it.',
      {
        oneOf: [
          object({ page: { type: 'integer', minimum: 1, default: 1 }, pageSize: size, ...counted }, { closed: true }),
          object(
            { start: { type: 'integer', minimum: 0, default: 0 }, limit: { ...size, minimum: -1 }, ...counted },
            { closed: true },
          ),
        ],
      },
      {
        'First page': {},
        'Second page of ten': { page: 2, pageSize: 10 },
        'Ten entries from the third': { start: 2, limit: 10 },
      },
    ),
    search: {
      name: '_q',
      in: 'query',
      description: 'A string that one of the text attributes contains.',
      schema: { type: 'string' },
    },
  }
}

/** Returns the query parameters of the list of a content type. */
export function listParameters(registry: Registry, type: ContentType, locales: readonly string[]): Parameter[] {
  return [...queryParameters(registry, type), ...entryParameters(type, locales)]
}

/** Returns the parameters that choose and sort the entries of a list. */
export function queryParameters(registry: Registry, type: ContentType): Parameter[] {
  return [
    parameter('sort'),
    parameter('pagination'),
    inQuery(
      'filters',
      'The conditions that entries must meet (specification §4.3).',
      ref(`${schemaName(type)}Filters`),
      filterExamples(registry, type),
    ),
    parameter('search'),
  ]
}

/** Returns the query parameters of responses with one entry. */
export function entryParameters(type: ContentType, locales: readonly string[]): Parameter[] {
  return [
    parameter('fields'),
    parameter('populate'),
    ...(type.draftAndPublish ? [oneOf('publicationState', ['live', 'preview'])] : []),
    ...(type.localized ? [oneOf('locale', [...locales, 'all'])] : []),
  ]
}

/** Returns a parameter with one of these values. The first one is the default. */
export const oneOf = (name: string, values: readonly string[]): Parameter => ({
  name,
  in: 'query',
  schema: { type: 'string', enum: values, default: values[0] },
})

function filterExamples(registry: Registry, type: ContentType): Examples {
  const name = textOf(type)
  const [link, target] = linkOf(registry, type) ?? []
  return {
    'Every entry': {},
    ...(name !== undefined && {
      [`Where ${name} is x`]: { [name]: { $eq: 'x' } },
      [`Where ${name} contains x`]: { [name]: { $containsi: 'x' } },
    }),
    ...(link !== undefined && { [`By ${target} of ${link}`]: { [link]: { [target as string]: { $eq: 'x' } } } }),
  }
}

/** Returns the first text attribute: it probably holds the name or title of the entry. */
function textOf({ attributes }: Schema): string | undefined {
  return Object.keys(attributes).find((name) => {
    const { type, private: hidden } = attributes[name] as Schema['attributes'][string]
    return (type === 'string' || type === 'uid' || type === 'text') && !hidden && scalarBehaviours[type].filterable
  })
}

function linkOf(registry: Registry, { attributes }: Schema): readonly [string, string] | undefined {
  for (const [name, attribute] of Object.entries(attributes)) {
    if (isScalar(attribute) || attribute.type !== 'relation' || attribute.private || !attribute.target) continue
    const text = textOf(registry.contentType(attribute.target))
    if (text !== undefined) return [name, text]
  }
  return undefined
}
