import { components } from '../content-model/components.js'
import { contentTypes, optionalContentTypes } from '../content-model/content-types.js'
import type { SchemaAttribute } from '../content-model/schema-file.js'
import type { EntryId } from '../target/entry-view.js'
import { idFrom } from './id-occurrences.js'

type Attributes = Readonly<Record<string, SchemaAttribute>>

const types = [...contentTypes, ...Object.values(optionalContentTypes)]

const pathOf = ({ kind, info }: (typeof types)[number]) =>
  `/api/${kind === 'singleType' ? info.singularName : info.pluralName}`

const pathOfUid = (uid: unknown) => {
  const type = types.find(({ info }) => `api::${info.singularName}.${info.singularName}` === uid)
  return type && pathOf(type)
}

const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Returns the type of the model for a REST path. */
export const typeAt = (path: string): { readonly path: string; readonly attributes: Attributes } | undefined => {
  const type = types.find((one) => path === pathOf(one) || path.startsWith(`${pathOf(one)}/`))
  return type && { path: pathOf(type), attributes: type.attributes }
}

/** Returns the types of the model that a GraphQL document uses. */
export const typesIn = (document: string) =>
  types
    .filter(({ info }) =>
      // Bounded input: a document that the suite itself sent.
      new RegExp(`(?:\\b|create|update|delete)(?:${camel(info.singularName)}|${camel(info.pluralName)})\\b`, 'i').test(
        document,
      ),
    )
    .map((type) => ({ path: pathOf(type), attributes: type.attributes }))

/** Returns the replacement of an id in a request, or undefined to keep the id. */
export type Replace = (path: string | undefined, id: EntryId) => string | undefined

/** Marks a placeholder that replaces a string instead of a number, so it keeps the quotes. */
export const textMark = '\ue003'

function replaced(value: unknown, path: string | undefined, replace: Replace): unknown {
  if (typeof value === 'number') return replace(path, value) ?? value
  if (typeof value !== 'string') return value
  const id = idFrom(value)
  if (id === undefined) return value
  const found = replace(path, id)
  return found === undefined ? value : `${textMark}${found}`
}

/** Returns the value of a relation, in any of its forms, with replaced ids. */
function inRelation(value: unknown, path: string | undefined, replace: Replace): unknown {
  if (Array.isArray(value)) return value.map((one) => inRelation(one, path, replace))
  if (typeof value !== 'object' || value === null) return replaced(value, path, replace)
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'type' ? inner : inRelation(inner, path, replace)]),
  )
}

function inAttribute(value: unknown, attribute: SchemaAttribute | undefined, replace: Replace): unknown {
  switch (attribute?.type) {
    case 'relation':
      return inRelation(value, pathOfUid(attribute['target']), replace)
    case 'media':
      return inRelation(value, '/api/upload/files', replace)
    case 'component':
    case 'dynamiczone':
      return inComponent(value, attribute, replace)
    default:
      return value
  }
}

function inComponent(value: unknown, attribute: SchemaAttribute, replace: Replace): unknown {
  if (Array.isArray(value)) return value.map((one) => inComponent(one, attribute, replace))
  if (typeof value !== 'object' || value === null) return value
  const uid = '__component' in value ? value.__component : attribute['component']
  const { attributes = {} } = components[String(uid)] ?? {}
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'id' ? replaced(inner, undefined, replace) : inAttribute(inner, attributes[key], replace),
    ]),
  )
}

/** Returns the data of an entry with replaced ids in its relations, media and components. */
export function replaceInData(data: unknown, attributes: Attributes, replace: Replace): unknown {
  if (Array.isArray(data)) return data.map((one) => replaceInData(one, attributes, replace))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, inAttribute(value, attributes[key], replace)]),
  )
}

/** Returns a value with replaced ids under keys named `id` or `documentId`, for example GraphQL variables. */
export function replaceUnderIds(value: unknown, path: string | undefined, replace: Replace, inside = false): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceUnderIds(one, path, replace, inside))
  if (typeof value !== 'object' || value === null) return inside ? replaced(value, path, replace) : value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      replaceUnderIds(inner, path, replace, inside || key === 'id' || key === 'documentId'),
    ]),
  )
}
