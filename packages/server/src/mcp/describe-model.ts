import type { ModelIndex } from '@content-api/explorer/model-index'
import type { ExplorerAttribute, ExplorerSchema, ExplorerType } from '@content-api/explorer/protocol'
import { didYouMean } from '@content-api/engine/errors'
import { mostCharacters } from './service-client.js'
import { ToolError } from './tool-error.js'

/** The name of a type in the tools: that of its REST path, `articles` or `homepage`. */
const nameOf = ({ kind, singularName, pluralName }: ExplorerType) => (kind === 'singleType' ? singularName : pluralName)

/** Finds a type by the name of its path, its singular name or its uid. @throws ToolError with the closest name */
export function findType({ types }: ModelIndex, name: string): ExplorerType {
  const found =
    types.find((type) => nameOf(type) === name || type.uid === name) ??
    types.find(({ singularName, pluralName }) => singularName === name || pluralName === name)
  if (found) return found
  throw new ToolError(`Unknown type "${name}"${didYouMean(name, types.map(nameOf)) || '.'} list_types lists the types.`)
}

/** Returns all types with the names of their attributes, or without them if the model is too large. */
export function describeTypes({ types, identity, open, locales, media, api }: ModelIndex): string {
  const described = (attributes: boolean) =>
    JSON.stringify({
      identity: identity.label,
      ...(open && { note: 'The configuration has no permissions, so every request is allowed.' }),
      types: types.map((type) => ({
        type: nameOf(type),
        uid: type.uid,
        kind: type.kind,
        entries: type.count,
        actions: type.actions,
        draftAndPublish: type.draftAndPublish,
        localized: type.localized,
        ...(attributes && { attributes: type.attributes.map(({ name }) => name).join(' ') }),
      })),
      files: media && { path: `${media.path}/files`, entries: media.count, actions: media.actions },
      locales: locales.map(({ code }) => code),
      rest: api.prefix || '/',
      graphql: api.graphql,
    })
  const all = described(true)
  return all.length > mostCharacters ? described(false) : all
}

/**
 * Returns a type with its attributes, and the components in it. Also describes components, and types that
 * only relations lead to, by their uid.
 * @throws ToolError with the closest name
 */
export function describeType(model: ModelIndex, name: string): string {
  const other = [...model.related, ...model.components].find(({ uid }) => uid === name)
  if (other) return JSON.stringify(describeSchema(other))
  const type = findType(model, name)
  const { displayName, kind, path, draftAndPublish, localized, actions, graphql, count } = type
  const described = (components: object) =>
    JSON.stringify({
      type: nameOf(type),
      displayName,
      kind,
      path,
      entries: count,
      actions,
      draftAndPublish,
      localized,
      ...describeSchema(type),
      ...components,
      graphql,
    })
  const components = componentsOf(model, type)
  const all = described({ components: Object.fromEntries(components.map((one) => [one.uid, describeSchema(one)])) })
  return all.length > mostCharacters ? described({ components: components.map(({ uid }) => uid) }) : all
}

const describeSchema = ({ uid, attributes }: ExplorerSchema) => ({
  uid,
  attributes: Object.fromEntries(attributes.map((attribute) => [attribute.name, describeAttribute(attribute)])),
})

/** Returns the options of the schema, and which operations aren't possible. */
function describeAttribute({ options, readable, writable }: ExplorerAttribute) {
  return { ...options, ...(!readable && { readable }), ...(!writable && { writable }) }
}

/** Returns the components of a schema, and those in them. */
function componentsOf(model: ModelIndex, schema: ExplorerSchema): readonly ExplorerSchema[] {
  const found = new Map<string, ExplorerSchema>()
  const left: ExplorerSchema[] = [schema]
  for (let next = left.pop(); next; next = left.pop()) {
    for (const { options } of next.attributes) {
      const uids =
        options.type === 'component' ? [options.component] : options.type === 'dynamiczone' ? options.components : []
      for (const component of uids.flatMap((uid) => model.componentOf(uid) ?? [])) {
        if (found.has(component.uid)) continue
        found.set(component.uid, component)
        left.push(component)
      }
    }
  }
  return [...found.values()]
}
