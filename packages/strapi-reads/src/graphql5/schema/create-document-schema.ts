import type { Registry } from '@content-api/model'
import { GraphQLScalarType, type GraphQLSchema } from 'graphql'
import { createScalars } from '@content-api/interfaces/graphql/scalars'
import { buildGeneratedSchema, createEnums } from '@content-api/interfaces/graphql/schema/build-generated-schema'
import { documentDefinitions } from './document-types.js'

/** Plans check the codes of locales, because lists and single documents accept different ones. */
const localeCode = new GraphQLScalarType({ name: 'I18NLocaleCode' })

/** Creates the schema of the queries of Strapi 5. */
export function createDocumentSchema(registry: Registry): GraphQLSchema {
  const scalars = { ...createScalars(registry, []), I18NLocaleCode: localeCode }
  return buildGeneratedSchema(documentDefinitions(registry), [...Object.values(scalars), ...createEnums(registry)])
}
