import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Registry, type SchemaSources, createRegistry, loadProject, toSchemaFiles } from '@content-api/model'
import { validSources } from './arbitrary-sources.js'

/** Writes the schema files of a registry and reads them again. */
function reread(registry: Registry): Registry {
  const files = toSchemaFiles(registry).map(({ path, json }) => [path, JSON.parse(JSON.stringify(json))] as const)
  const isComponent = ([path]: readonly [string, unknown]) => path.startsWith('src/components/')
  return createRegistry({
    contentTypes: Object.fromEntries(files.filter((file) => !isComponent(file))) as SchemaSources['contentTypes'] & {},
    components: Object.fromEntries(files.filter(isComponent)) as SchemaSources['components'] & {},
  })
}

function contentOf({ contentTypes, components }: Registry): string {
  return JSON.stringify([[...contentTypes], [...components]])
}

it('a registry has the same content and order after a round trip', () => {
  fc.assert(
    fc.property(validSources, (sources) => {
      const registry = createRegistry(sources)
      expect(contentOf(reread(registry))).toBe(contentOf(registry))
    }),
    { numRuns: 300 },
  )
})

it('the registry of an existing project has the same content and order, too', async () => {
  const registry = await loadProject(fileURLToPath(new URL('fixtures/oracle-model', import.meta.url)))
  expect(contentOf(reread(registry))).toBe(contentOf(registry))
})

it('built-in types are written only if they are extended', () => {
  const paths = (registry: Registry) => toSchemaFiles(registry).map(({ path }) => path)
  expect(paths(createRegistry({}))).toEqual([])
  const extended = createRegistry({
    contentTypes: { 'plugin::users-permissions.user': { attributes: { nickname: { type: 'string' } } } },
  })
  expect(paths(extended)).toEqual(['src/extensions/users-permissions/content-types/user/schema.json'])
  expect(contentOf(reread(extended))).toBe(contentOf(extended))
})
