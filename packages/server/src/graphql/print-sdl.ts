import type { Registry } from '@content-api/model'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { localeSchema } from './operations/locales.js'
import { signInSchema } from './operations/sign-in.js'
import { uploadSchema } from './operations/uploads.js'
import { userOperationSchema } from './operations/users.js'
import { createSchema } from './schema/create-schema.js'
import { wholeShadow } from './schema/type-definitions.js'
import type { OperationSchema, SchemaExtension } from './service.js'

/** What every service has beside its content. */
export const standardSchemas: readonly OperationSchema[] = [
  uploadSchema,
  localeSchema,
  userOperationSchema,
  signInSchema,
]

/** The schema of a model as SDL, in alphabetical order so that changes of the model are small changes of it. */
export function printSdl(registry: Registry, extension?: SchemaExtension): string {
  const { schema } = createSchema({
    registry,
    shadow: extension?.shadow ?? wholeShadow,
    // Locales are no part of SDL.
    locales: [],
    modules: standardSchemas,
    ...(extension && { extension }),
  })
  return printSchema(lexicographicSortSchema(schema))
}
