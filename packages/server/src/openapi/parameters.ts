import type { ContentType } from '@content-api/model'
import type { Limits } from '../query/plan-context.js'
import { arrayOf, type JsonSchema, object, ref } from './json-schema.js'
import { schemaName } from './names.js'

type Parameter = JsonSchema

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })

const names: JsonSchema = { anyOf: [{ type: 'string' }, arrayOf({ type: 'string' })] }

/** In the query string, nested values are written with brackets: `filters[title][$eq]=x`, `sort[0]=title:desc`. */
const inQuery = (name: string, description: string, schema: JsonSchema): Parameter => ({
  name,
  in: 'query',
  description,
  style: 'deepObject',
  explode: true,
  schema,
})

/** The parameters that all content types share, by name. */
export function sharedParameters({ defaultLimit, maxLimit, withCount }: Limits): Record<string, Parameter> {
  const size = { type: 'integer', minimum: 1, default: defaultLimit, ...(maxLimit !== null && { maximum: maxLimit }) }
  const counted = { withCount: { type: 'boolean', default: withCount } }
  return {
    id: { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
    sort: inQuery('sort', 'Attributes in order of weight, each with :asc or :desc (specification §4.2).', names),
    fields: inQuery('fields', 'The attributes to answer; * for all (specification §4.3).', names),
    populate: inQuery('populate', 'Relations, media, components and zones to answer too (specification §4.3).', {
      anyOf: [{ type: 'string' }, arrayOf({ type: 'string' }), { type: 'object' }],
    }),
    pagination: inQuery(
      'pagination',
      'By page or by offset, not both (specification §4.2). Larger sizes are clamped.',
      {
        oneOf: [
          object({ page: { type: 'integer', minimum: 1, default: 1 }, pageSize: size, ...counted }, { closed: true }),
          object(
            { start: { type: 'integer', minimum: 0, default: 0 }, limit: { ...size, minimum: -1 }, ...counted },
            { closed: true },
          ),
        ],
      },
    ),
    search: {
      name: '_q',
      in: 'query',
      description: 'A text that one of the text attributes contains.',
      schema: { type: 'string' },
    },
  }
}

/** What a content type's list may be asked with. */
export function listParameters(type: ContentType, locales: readonly string[]): Parameter[] {
  return [
    parameter('sort'),
    parameter('pagination'),
    inQuery('filters', 'Which entries to answer (specification §4.3).', ref(`${schemaName(type)}Filters`)),
    parameter('search'),
    ...entryParameters(type, locales),
  ]
}

/** What the answer with one entry may be asked with. */
export function entryParameters(type: ContentType, locales: readonly string[]): Parameter[] {
  return [
    parameter('fields'),
    parameter('populate'),
    ...(type.draftAndPublish
      ? [
          {
            name: 'publicationState',
            in: 'query',
            schema: { type: 'string', enum: ['live', 'preview'], default: 'live' },
          },
        ]
      : []),
    ...(type.localized
      ? [{ name: 'locale', in: 'query', schema: { type: 'string', enum: [...locales, 'all'], default: locales[0] } }]
      : []),
  ]
}
