import { type Registry, type SchemaSources, toSchemaFiles } from '@content-api/model'

/** The schema files of a registry as JSON text, by path: `createRegistry` of it gives an equal registry. */
export function modelDocument(registry: Registry): string {
  return JSON.stringify(sourcesOf(registry))
}

/** What {@link createRegistry} takes. */
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
