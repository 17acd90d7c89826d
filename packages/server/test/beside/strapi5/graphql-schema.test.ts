import { readFileSync } from 'node:fs'
import { type DefinitionNode, Kind, parse, print, printSchema } from 'graphql'
import { expect, it } from 'vitest'
import { reachable } from '@content-api/interfaces/graphql/schema/attribute-types'
import { createDocumentSchema } from '@content-api/strapi-reads/graphql5/schema/create-document-schema'
import { differingFacts, schemaFacts } from '../../support/schema-facts.js'
import { loadRecordedModel } from './recorded-database.js'

const recorded = readFileSync(new URL('../../../../sdk/test/fixtures/strapi5/schema.graphql', import.meta.url), 'utf8')

/** Types of Strapi's plugins that the model doesn't contain. Queries of them are forwarded. */
const ofPlugins = /^\[*(?:ReviewWorkflows|UsersPermissionsPermission|UsersPermissionsMe|I18NLocale(?!Code))/

/** Returns the recorded definitions of queries, without what has to do with types of plugins. */
function recordedQueries(): ReadonlyMap<string, string> {
  const named = parse(recorded, { noLocation: true }).definitions.flatMap(
    (definition): (readonly [string, string])[] => {
      if (!('name' in definition) || !definition.name || ofPlugins.test(definition.name.value)) return []
      return [[definition.name.value, print(withoutPlugins(definition))]]
    },
  )
  return reachable(new Map(named), ['Query'])
}

function withoutPlugins(definition: DefinitionNode): DefinitionNode {
  if (definition.kind === Kind.UNION_TYPE_DEFINITION) {
    return { ...definition, types: definition.types?.filter(({ name }) => !ofPlugins.test(name.value)) ?? [] }
  }
  if (definition.kind === Kind.OBJECT_TYPE_DEFINITION) {
    return { ...definition, fields: definition.fields?.filter(({ type }) => !ofPlugins.test(print(type))) ?? [] }
  }
  if (definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) {
    return { ...definition, fields: definition.fields?.filter(({ type }) => !ofPlugins.test(print(type))) ?? [] }
  }
  return definition
}

const isDescription = (line: string) => /^[-+] description of /.test(line)

it('has the recorded types of queries', async () => {
  const theirs = schemaFacts([...recordedQueries().values()].join('\n'))
  const ours = schemaFacts(printSchema(createDocumentSchema(await loadRecordedModel())))
  expect(theirs.size).toBeGreaterThan(900)
  expect(differingFacts(theirs, ours).filter((line) => !isDescription(line))).toEqual([])
})
