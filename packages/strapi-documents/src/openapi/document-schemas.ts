import { arrayOf, id, type JsonSchema, object, orNull } from '@content-api/interfaces/openapi/json-schema'
import type { Schemas } from '@content-api/interfaces/openapi/form'
import { sharedSchemas } from '@content-api/interfaces/openapi/shared-schemas'

export const rowId: JsonSchema = { ...id, description: 'The id of the row. It changes when a document is published.' }

const documentId: JsonSchema = { type: 'string', examples: ['p9vxwx0ih4s580pmo7u7o8uh'] }

/** What `fields` never leaves out. */
export const required = ['id', 'documentId']

/** A document of any type in a polymorphic relation. */
export const typedEntry = object({ id: rowId, documentId, __type: { type: 'string' } }, { required: ['id', '__type'] })

/** Returns the schema of a relation, which `populate[…][count]=true` replaces by a number. */
export const countedOr = (schema: JsonSchema): JsonSchema => ({
  anyOf: [schema, object({ count: { type: 'integer', minimum: 0 } }, { required: ['count'], closed: true })],
})

/** What an item of a relation or of media names: a document or a row. */
const key: JsonSchema = { anyOf: [documentId, id] }

const position = object({ before: key, after: key, start: { type: 'boolean' }, end: { type: 'boolean' } })

const item: JsonSchema = {
  anyOf: [
    key,
    object(
      {
        id,
        documentId,
        locale: { type: ['string', 'null'] },
        status: { type: 'string', description: 'draft or published: the version of the partner.' },
        position,
        __type: { type: 'string', description: 'The type of the partner, in polymorphic relations.' },
      },
      { closed: true },
    ),
  ],
}

const items: JsonSchema = orNull({ anyOf: [item, arrayOf(item)] })

const changes = object(
  { set: items, connect: items, disconnect: items, options: object({ strict: { type: 'boolean' } }) },
  { closed: true },
)

const relation = (description: string): JsonSchema => ({
  anyOf: [item, arrayOf(item), changes, { type: 'null' }],
  description,
})

/** A file, by the id of its row, its `documentId`, or as a response has it. */
const file: JsonSchema = { anyOf: [key, object({ id, documentId })] }

const fileChanges = object({ set: orNull(arrayOf(file)), connect: arrayOf(file), disconnect: arrayOf(file) })

/** The schemas that all content types share. */
export const documentSchemas: Schemas = {
  PaginationByPage: sharedSchemas['PaginationByPage'] as JsonSchema,
  PaginationByOffset: sharedSchemas['PaginationByOffset'] as JsonSchema,
  RelationToOne: relation(
    'A document, by its `documentId` or by the id of a row. If there are several, the last one counts.',
  ),
  RelationToMany: relation('The documents in their order, or those to `connect` and `disconnect`.'),
  File: { anyOf: [file, arrayOf(file), fileChanges, { type: 'null' }], description: 'The id of a file.' },
  Files: {
    anyOf: [file, arrayOf(file), fileChanges, { type: 'null' }],
    description: 'The ids of files in their order.',
  },
  Error: object(
    {
      data: { type: 'null' },
      error: object(
        {
          status: { type: 'integer' },
          name: { type: 'string', examples: ['ValidationError'] },
          message: { type: 'string' },
          details: {
            type: 'object',
            description: 'The wrong key of a query or body (`key`, `path`, `source`), or the wrong values in `errors`.',
            properties: {
              key: { type: ['string', 'null'] },
              path: { type: ['string', 'null'] },
              source: { type: 'string' },
              param: { type: 'string' },
              errors: arrayOf(
                object({
                  path: arrayOf({ type: ['string', 'integer'] }),
                  message: { type: 'string' },
                  name: { type: 'string' },
                }),
              ),
            },
          },
        },
        { required: ['status', 'name', 'message'] },
      ),
    },
    { required: ['data', 'error'] },
  ),
}
