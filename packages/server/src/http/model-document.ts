import { type Registry, type SchemaSources, toSchemaFiles } from '@content-api/model'

/** Returns the schema files of a registry as JSON, by path. `createRegistry` makes an equal registry from it. */
export function modelDocument(registry: Registry): string {
  return JSON.stringify(sourcesOf(registry))
}

/** Returns the schema files of a registry in the form that {@link createRegistry} accepts. */
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
