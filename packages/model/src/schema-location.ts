/** Identifies a content type by its uid or the path of its schema file in a project. */
export interface ContentTypeLocation {
  readonly uid: string
  /** The name of the API or the plugin. */
  readonly owner: string
  readonly name: string
  /** True for a plugin's type: the file extends it. */
  readonly extension: boolean
}

export interface ComponentLocation {
  readonly uid: string
  readonly category: string
  readonly name: string
}

const apiUid = /^api::([^.:/]+)\.([^.:/]+)$/
const pluginUid = /^(?:plugin::([^.:/]+)\.|(admin)::)([^.:/]+)$/
const apiPath = /^(?:\.\/)?src\/api\/([^/]+)\/content-types\/([^/]+)\/schema\.json$/
const extensionPath = /^(?:\.\/)?src\/extensions\/([^/]+)\/content-types\/([^/]+)\/schema\.json$/
const componentUid = /^([^./]+)\.([^./]+)$/
const componentPath = /^(?:\.\/)?src\/components\/([^/]+)\/([^/]+)\.json$/

/** Reads a uid (`api::article.article`) or the path of a schema file. Returns undefined for anything else. */
export function locateContentType(key: string): ContentTypeLocation | undefined {
  const api = apiUid.exec(key) ?? apiPath.exec(key)
  if (api) {
    const [owner = '', name = ''] = api.slice(1).map(kebabCase)
    return { uid: `api::${owner}.${name}`, owner, name, extension: false }
  }
  const plugin = pluginUid.exec(key)
  if (plugin) {
    const [, owner, admin, name = ''] = plugin
    return { uid: key, owner: owner ?? admin ?? '', name, extension: true }
  }
  const extension = extensionPath.exec(key)
  if (extension) {
    const [, owner = '', name = ''] = extension
    const uid = owner === 'admin' ? `admin::${name}` : `plugin::${owner}.${name}`
    return { uid, owner, name, extension: true }
  }
  return undefined
}

/** Returns the part of a uid that Strapi makes of the name of a folder or file: `blog-post` for `blogPost`. */
export function kebabCase(name: string): string {
  // Bounded input: names of folders.
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) return name
  // Bounded input: the same.
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)
  return words?.join('-').toLowerCase() ?? name
}

/** Reads a component's uid (`shared.seo`) or the path of its file. Returns undefined for anything else. */
export function locateComponent(key: string): ComponentLocation | undefined {
  const found = componentPath.exec(key) ?? componentUid.exec(key)
  if (!found) return undefined
  const [, category = '', name = ''] = found
  return { uid: `${category}.${name}`, category, name }
}

export function contentTypePath({ owner, name, extension }: ContentTypeLocation): string {
  return `src/${extension ? 'extensions' : 'api'}/${owner}/content-types/${name}/schema.json`
}

export function componentFilePath({ category, name }: ComponentLocation): string {
  return `src/components/${category}/${name}.json`
}
