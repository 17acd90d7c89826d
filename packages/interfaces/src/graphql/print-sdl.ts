import type { Registry } from '@content-api/model'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { localeSchema } from './operations/locales.js'
import { signInSchema } from './operations/sign-in.js'
import { uploadSchema } from './operations/uploads.js'
import { userOperationSchema } from './operations/users.js'
import { createSchema } from './schema/create-schema.js'
import { entrySchema } from './schema/entry-schema.js'
import { wholeShadow } from './schema/shadow-crud.js'
import type { OperationSchema, SchemaExtension } from './contracts.js'

/** The operations that every service has in addition to those of its content types. */
export const standardSchemas: readonly OperationSchema[] = [
  uploadSchema,
  localeSchema,
  userOperationSchema,
  signInSchema,
]

/**
 * Returns the schema of a model as SDL. It is sorted alphabetically, so that small changes of the model cause
 * small diffs.
 */
export function printSdl(registry: Registry, extension?: SchemaExtension): string {
  const { schema } = createSchema({
    registry,
    shape: entrySchema,
    shadow: extension?.shadow ?? wholeShadow,
    // SDL doesn't contain the locales.
    locales: [],
    modules: standardSchemas,
    ...(extension && { extension }),
  })
  return printSchema(lexicographicSortSchema(schema))
}
