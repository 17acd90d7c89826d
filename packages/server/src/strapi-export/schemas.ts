import type { SchemaFile } from '@content-api/model'

/**
 * Converts a schema file to the format of `strapi export`: adds the properties that Strapi adds when it loads
 * the file.
 */
export function strapiSchema({ path, json }: SchemaFile): Record<string, unknown> {
  const parts = path.split('/')
  const component = /^src\/components\/([^/]+)\/([^/]+)\.json$/.exec(path)
  if (component) {
    const [, category, name] = component
    return { ...json, modelType: 'component', modelName: name, uid: `${category}.${name}` }
  }
  // src/api/<api>/content-types/<name>/schema.json, or src/extensions/<plugin>/…
  const [, kind, owner, , name = ''] = parts
  const uid = kind === 'api' ? `api::${owner}.${name}` : `plugin::${owner}.${name}`
  return { ...json, modelType: 'contentType', modelName: name, uid }
}
