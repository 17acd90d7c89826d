/** The part of JSON Schema 2020-12 that the document uses. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

export const orNull = (schema: JsonSchema): JsonSchema =>
  typeof schema.type === 'string' && schema.enum === undefined
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] }

export const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  { required = [], closed = false }: { required?: readonly string[]; closed?: boolean } = {},
): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  ...(closed && { additionalProperties: false }),
})

export const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

export const id: JsonSchema = { type: 'integer', minimum: 1 }
