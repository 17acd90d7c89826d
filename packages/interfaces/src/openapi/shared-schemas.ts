import { catalog } from '@content-api/engine/errors'
import { arrayOf, id, type JsonSchema, object, orNull, ref } from './json-schema.js'

const integer: JsonSchema = { type: 'integer', minimum: 0 }

const idOrObject: JsonSchema = { anyOf: [id, object({ id }, { required: ['id'] })] }

/** Exactly one of the four properties (specification §4.4, rule 2). */
const position: JsonSchema = {
  oneOf: Object.entries({ before: id, after: id, start: { const: true }, end: { const: true } }).map(([key, value]) =>
    object({ [key]: value }, { required: [key], closed: true }),
  ),
}

const operations: JsonSchema = {
  oneOf: [
    object({ set: arrayOf(idOrObject) }, { required: ['set'], closed: true }),
    object(
      {
        connect: arrayOf({ anyOf: [id, object({ id, position }, { required: ['id'], closed: true })] }),
        disconnect: arrayOf(idOrObject),
      },
      { closed: true },
    ),
  ],
}

const relation = orNull({ anyOf: [idOrObject, arrayOf(idOrObject), operations] })

/** The schemas that all content types share. */
export const sharedSchemas: Record<string, JsonSchema> = {
  EntryMeta: object({ availableLocales: arrayOf({ type: 'string' }) }),
  PaginationByPage: object(
    { page: integer, pageSize: integer, pageCount: integer, total: integer },
    { required: ['page', 'pageSize'] },
  ),
  PaginationByOffset: object(
    { start: integer, limit: { type: 'integer' }, total: integer },
    { required: ['start', 'limit'] },
  ),
  RelationToOne: {
    ...relation,
    description: 'One id. If there are several, the last one counts (specification §4.4, rule 5).',
  },
  RelationToMany: {
    ...relation,
    description: 'The ids in their order, or the ids to connect and disconnect (specification §4.4).',
  },
  Error: object(
    {
      data: { type: 'null' },
      error: object(
        {
          status: { type: 'integer' },
          name: { type: 'string', enum: Object.keys(catalog) },
          message: { type: 'string' },
          details: object({
            errors: arrayOf(
              object({
                path: arrayOf({ type: 'string' }),
                message: { type: 'string' },
                name: { type: 'string' },
              }),
            ),
          }),
        },
        { required: ['status', 'name', 'message'] },
      ),
    },
    { required: ['data', 'error'] },
  ),
}

/** Returns one response for each error, by the name of the error. */
export function errorResponses(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(catalog).map(([name, { message }]) => [
      name,
      { description: message, content: { 'application/json': { schema: ref('Error') } } },
    ]),
  )
}

/** Returns references to the responses of these errors, by status. For each status, the last error counts. */
export function failures(...names: (keyof typeof catalog)[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    names.map((name) => [String(catalog[name].status), { $ref: `#/components/responses/${name}` }]),
  )
}
