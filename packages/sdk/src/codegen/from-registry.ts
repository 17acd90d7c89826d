import type {
  Attribute,
  Component,
  ContentType,
  Registry,
  RelationKind,
  ScalarAttribute,
  ScalarType,
} from '@content-api/model'
import { type ContentModel, createNames, type GeneratedType, type Link, pascalCase, quoted } from './content-model.js'

/** The type of each attribute type in REST responses (specification §2.3). */
const scalarTypes: Readonly<Record<ScalarType, string | ((attribute: ScalarAttribute) => string)>> = {
  string: 'string',
  text: 'string',
  richtext: 'string',
  enumeration: ({ enum: values = [] }) => values.map(quoted).join(' | ') || 'string',
  email: 'string',
  password: 'string',
  uid: 'string',
  date: 'string',
  time: 'string',
  datetime: 'string',
  timestamp: 'string',
  integer: 'number',
  biginteger: 'string',
  float: 'number',
  decimal: 'number',
  boolean: 'boolean',
  array: 'Json',
  json: 'Json',
  blocks: 'Blocks',
}

const relationLinks: Readonly<Record<RelationKind, (target: string) => Link>> = {
  oneToOne: (target) => ({ kind: 'ToOne', targets: [target] }),
  manyToOne: (target) => ({ kind: 'ToOne', targets: [target] }),
  morphOne: (target) => ({ kind: 'ToOne', targets: [target] }),
  oneToMany: (target) => ({ kind: 'ToMany', targets: [target] }),
  manyToMany: (target) => ({ kind: 'ToMany', targets: [target] }),
  morphMany: (target) => ({ kind: 'ToMany', targets: [target] }),
  morphToOne: () => ({ kind: 'Morph', targets: ['false'] }),
  morphToMany: () => ({ kind: 'Morph', targets: ['true'] }),
}

const MEDIA = 'plugin::upload.file'
const USER = 'plugin::users-permissions.user'
const builtin: Readonly<Record<string, string>> = { [USER]: 'User', 'admin::user': 'AdminUser', [MEDIA]: 'MediaFile' }

/**
 * Returns the content types of a project, as the generated file writes them.
 *
 * @example
 * ```ts
 * import { loadProject } from '@content-api/model'
 * import { fromRegistry, printContentModel } from '@content-api/sdk/codegen'
 *
 * console.log(printContentModel(fromRegistry(await loadProject('./cms'))))
 * ```
 */
export function fromRegistry(registry: Registry): ContentModel {
  const nameOf = nameAll(registry)
  const contentTypes = [...registry.contentTypes.values()].filter(({ uid }) => uid !== MEDIA)
  const own = contentTypes.filter(({ uid }) => uid.startsWith('api::'))
  const namesBy = (kind: ContentType['kind'], key: 'pluralName' | 'singularName') =>
    new Map(own.filter((type) => type.kind === kind).map((type) => [type[key], nameOf(type.uid)]))
  const all = [
    ...contentTypes.map((type) => describeContentType(type, nameOf)),
    ...[...registry.components.values()].map((component) => describeComponent(component, nameOf)),
  ]
  const roots = [...own.map(({ uid }) => nameOf(uid)), nameOf(USER)]
  return {
    types: reachable(all, roots),
    collections: namesBy('collectionType', 'pluralName'),
    singles: namesBy('singleType', 'singularName'),
    user: nameOf(USER),
    notes: [],
  }
}

function nameAll({ contentTypes, components }: Registry): (uid: string) => string {
  const give = createNames()
  const names = new Map<string, string>([[MEDIA, 'MediaFile']])
  const types = [...contentTypes.values()].filter(({ uid }) => uid !== MEDIA)
  // The project's own types have the first say.
  for (const type of types.toSorted((a, b) => Number(a.uid in builtin) - Number(b.uid in builtin))) {
    names.set(type.uid, give(builtin[type.uid] ?? pascalCase(type.singularName), 'Type'))
  }
  for (const { uid } of components.values()) names.set(uid, give(pascalCase(uid), 'Component'))
  return (uid) => names.get(uid) ?? 'never'
}

function describeContentType(type: ContentType, nameOf: (uid: string) => string): GeneratedType {
  const { uid, draftAndPublish, localized } = type
  const described = describe(type.attributes, nameOf)
  return { ...described, name: nameOf(uid), origin: uid, draftAndPublish, localized }
}

function describeComponent(component: Component, nameOf: (uid: string) => string): GeneratedType {
  const { uid } = component
  const described = describe(component.attributes, nameOf)
  return { ...described, name: nameOf(uid), origin: uid, uid, draftAndPublish: false, localized: false }
}

const alwaysThere = new Set(['createdAt', 'updatedAt', 'locale'])

function describe(
  all: Readonly<Record<string, Attribute>>,
  nameOf: (uid: string) => string,
): Pick<GeneratedType, 'attributes' | 'links' | 'hidden' | 'required'> {
  const attributes = new Map<string, string>()
  const links = new Map<string, Link>()
  const hidden = new Map<string, string>()
  const required: string[] = []
  for (const [name, attribute] of Object.entries(all)) {
    if (name === 'id') continue
    const link = linkOf(attribute, nameOf)
    if (link) {
      if (!attribute.private) links.set(name, link)
    } else {
      const type = typeOf(attribute as ScalarAttribute, name)
      if (attribute.private || attribute.type === 'password') hidden.set(name, type)
      else attributes.set(name, type)
    }
    if (attribute.required && !('default' in attribute && attribute.default !== undefined)) required.push(name)
  }
  return { attributes, links, hidden, required }
}

function typeOf(attribute: ScalarAttribute, name: string): string {
  const type = scalarTypes[attribute.type]
  const text = typeof type === 'function' ? type(attribute) : type
  // JSON holds null already.
  return attribute.required || alwaysThere.has(name) || text === 'Json' ? text : `${text} | null`
}

function linkOf(attribute: Attribute, nameOf: (uid: string) => string): Link | undefined {
  switch (attribute.type) {
    case 'media':
      return { kind: attribute.multiple ? 'MultipleMedia' : 'SingleMedia', targets: [] }
    case 'relation':
      return relationLinks[attribute.relation](nameOf(attribute.target ?? ''))
    case 'component':
      return {
        kind: attribute.repeatable ? 'RepeatableComponent' : 'SingleComponent',
        targets: [nameOf(attribute.component)],
      }
    case 'dynamiczone':
      return { kind: 'DynamicZone', targets: attribute.components.map(nameOf) }
    default:
      return undefined
  }
}

/** Only types that the project uses: that of administrators is left out unless a relation leads to it. */
function reachable(all: readonly GeneratedType[], roots: readonly string[]): GeneratedType[] {
  const byName = new Map(all.map((type) => [type.name, type]))
  const seen = new Set(roots)
  for (const name of seen) {
    for (const { targets } of byName.get(name)?.links.values() ?? []) for (const target of targets) seen.add(target)
  }
  return all.filter(({ name }) => seen.has(name))
}
