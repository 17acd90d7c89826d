import { type Registry, type SchemaSources, toSchemaFiles } from '@content-api/model'

/** Returns {@link sourcesOf} as JSON. Passed to `createRegistry`, it results in an equal registry. */
export function modelDocument(registry: Registry): string {
  return JSON.stringify(sourcesOf(registry))
}

/** Returns the schema files of a registry by path, in the form that `createRegistry` accepts. */
export function sourcesOf(registry: Registry): SchemaSources {
  const sources: { contentTypes: Record<string, unknown>; components: Record<string, unknown> } = {
    contentTypes: {},
    components: {},
  }
  for (const { path, json } of toSchemaFiles(registry)) {
    sources[path.startsWith('src/components/') ? 'components' : 'contentTypes'][path] = json
  }
  return sources as SchemaSources
}
