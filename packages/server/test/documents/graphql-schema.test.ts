import { readFileSync } from 'node:fs'
import { printSchema } from 'graphql'
import { expect, it } from 'vitest'
import { documentSignInSchema } from '@content-api/interfaces/graphql/operations/sign-in'
import { documentUploadSchema } from '@content-api/interfaces/graphql/operations/uploads'
import { documentUserSchema } from '@content-api/interfaces/graphql/operations/users'
import { createSchema } from '@content-api/interfaces/graphql/schema/create-schema'
import { wholeShadow } from '@content-api/interfaces/graphql/schema/shadow-crud'
import { documentSchema } from '@content-api/strapi-reads/graphql5/document-shape'
import { differingFacts, schemaFacts } from '../support/schema-facts.js'
import { loadRecordedModel } from '../beside/strapi5/recorded-database.js'

const recordings = {
  'the plain form': { file: '../../../sdk/test/fixtures/strapi5/schema.graphql', hasOldFields: false },
  'compatibility with Strapi 4': { file: 'data/schema-v4compat.graphql', hasOldFields: true },
}

it.each(Object.entries(recordings))('has the recorded schema in %s', async (_name, { file, hasOldFields }) => {
  const theirs = schemaFacts(readFileSync(new URL(file, import.meta.url), 'utf8'))
  const { schema } = createSchema({
    registry: await loadRecordedModel(),
    shape: documentSchema({ hasOldFields }),
    shadow: wholeShadow,
    locales: [],
    modules: [documentUploadSchema, documentUserSchema, documentSignInSchema],
  })
  const ours = schemaFacts(printSchema(schema))
  expect(theirs.size).toBeGreaterThan(1_500)
  expect(differingFacts(theirs, ours).filter((line) => !isDecided(line))).toEqual([])
})

/** Parts of the schema that docs/differences-5.md explains, and those of capabilities that the project doesn't have. */
const decided = [
  /^[-+] description of /,
  // Review workflows, and the permissions of roles.
  /ReviewWorkflow|UsersPermissionsPermission|^- UsersPermissionsRole(?:Input)?\.permissions/i,
  // Hashes of passwords.
  /^- (?:Article\.secret|Specimen\.pass): /,
  // Locales, whose type the model of a database of Strapi has.
  /^- Query\.i18NLocale\w*\b/,
  /^- (?:GenericMorph \| )?I18NLocale(?!Code)/,
]

const isDecided = (line: string) => decided.some((form) => form.test(line))
