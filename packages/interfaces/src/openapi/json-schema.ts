import type { Schema } from '@content-api/model'

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

/**
 * Returns the name of the schema of a content type or component, for example `Article`, `UploadFile` or
 * `SharedSeo`.
 */
export function schemaName(schema: Schema): string {
  if (schema.model === 'component') return pascal(schema.uid)
  const plugin = /^plugin::([^.]+)\./.exec(schema.uid)?.[1] ?? /^(admin)::/.exec(schema.uid)?.[1]
  return pascal(`${plugin ?? ''}-${schema.singularName}`)
}

function pascal(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
}
