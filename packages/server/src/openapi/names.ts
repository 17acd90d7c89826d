import type { Schema } from '@content-api/model'

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
