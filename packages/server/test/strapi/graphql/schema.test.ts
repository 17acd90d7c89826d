import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type GraphQLSchema, buildSchema, isInputObjectType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '@content-api/core/config/parse'
import { projectExtension } from '@content-api/strapi-project/graphql/open-extension'
import { registerProject } from '@content-api/strapi-project/code/register-project'
import { printSdl, standardSchemas } from '@content-api/interfaces/graphql/print-sdl'
import { registry } from '../../support/plan-context.js'
import { recordedExtension } from '../../support/recorded-extension.js'

const recorded = (name: string) =>
  buildSchema(readFileSync(fileURLToPath(new URL(`../../oracle/${name}`, import.meta.url)), 'utf8'))

/** Returns each type, and each field with its type. */
function places(schema: GraphQLSchema): Set<string> {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  return new Set(
    types.flatMap((type) => {
      const fields = isObjectType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : []
      return [type.name, ...fields.map((field) => `${type.name}.${field.name}: ${String(field.type)}`)]
    }),
  )
}

function changes(before: GraphQLSchema, after: GraphQLSchema) {
  const [from, to] = [places(before), places(after)]
  return { gone: [...from].filter((place) => !to.has(place)), come: [...to].filter((place) => !from.has(place)) }
}

describe('the schema of the recorded extension', () => {
  let ours: ReturnType<typeof changes>
  let theirs: ReturnType<typeof changes>

  beforeAll(async () => {
    const config = parseConfig({})
    const project = await registerProject({
      project: undefined,
      registry,
      config,
      register: recordedExtension,
    })
    const source = projectExtension({ folder: undefined, project, registry, config })
    const extension = await source.open(standardSchemas)
    ours = changes(buildSchema(printSdl(registry)), buildSchema(printSdl(registry, extension)))
    theirs = changes(recorded('schema.graphql'), recorded('schema-ext.graphql'))
  })

  it('has the same added lines', () => {
    expect(theirs.come.length).toBeGreaterThan(10)
    expect(ours.come.toSorted()).toEqual(theirs.come.toSorted())
  })

  it('has the same removed lines', () => {
    expect(theirs.gone.length).toBeGreaterThan(20)
    // By decision, these input fields exist only in this server.
    const both = ours.gone.filter((place) => !/Input\.(createdAt|updatedAt): DateTime$/.test(place))
    expect(both.toSorted()).toEqual(theirs.gone.toSorted())
  })
})
