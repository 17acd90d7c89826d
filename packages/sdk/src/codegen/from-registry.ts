import type {
  Attribute,
  Component,
  ContentType,
  Registry,
  RelationKind,
  ScalarAttribute,
  ScalarType,
} from '@content-api/model'
import {
  type ApiVersion,
  type ContentModel,
  createUniqueNames,
  type GeneratedType,
  type Link,
  neverNull,
  pascalCase,
  quoted,
} from './content-model.js'
import { reachable } from './reachable.js'

/** The TypeScript types of attributes in REST responses (specification §2.3). */
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
  morphToOne: () => ({ kind: 'Morph', many: false }),
  morphToMany: () => ({ kind: 'Morph', many: true }),
}

const MEDIA = 'plugin::upload.file'
const USER = 'plugin::users-permissions.user'
/** The interface names of the built-in content types, by uid. The SDK exports `MediaFile`; the others are generated. */
const builtinNames: Readonly<Record<string, string>> = {
  [USER]: 'User',
  'admin::user': 'AdminUser',
  [MEDIA]: 'MediaFile',
}

/** The version of the API that serves the content types. */
export interface RegistryOptions {
  /** Default `strapi4`. In Strapi 5 all content types have `publishedAt`, and conditional attributes may be absent. */
  readonly api?: ApiVersion
}

/**
 * Returns the content model of a project's registry.
 *
 * @example
 * ```ts
 * import { loadProject } from '@content-api/model'
 * import { fromRegistry, printContentModel } from '@content-api/sdk/codegen'
 *
 * console.log(printContentModel(fromRegistry(await loadProject('./cms'))))
 * ```
 */
export function fromRegistry(registry: Registry, { api = 'strapi4' }: RegistryOptions = {}): ContentModel {
  const nameOf = nameInterfaces(registry)
  const contentTypes = [...registry.contentTypes.values()].filter(({ uid }) => uid !== MEDIA)
  const own = contentTypes.filter(({ uid }) => uid.startsWith('api::'))
  const namesBy = (kind: ContentType['kind'], key: 'pluralName' | 'singularName') =>
    new Map(own.filter((type) => type.kind === kind).map((type) => [type[key], nameOf(type.uid)]))
  const all = [
    ...contentTypes.map((type) => describeContentType(type, nameOf, api)),
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

/** Returns the interface name of each content type and component. */
function nameInterfaces({ contentTypes, components }: Registry): (uid: string) => string {
  const uniqueName = createUniqueNames()
  const names = new Map<string, string>([[MEDIA, 'MediaFile']])
  const isBuiltin = ({ uid }: ContentType) => uid in builtinNames
  const types = [...contentTypes.values()].filter(({ uid }) => uid !== MEDIA)
  // The project's own types come first: if names collide, a built-in type gets the suffix.
  for (const type of [...types.filter((type) => !isBuiltin(type)), ...types.filter(isBuiltin)]) {
    names.set(type.uid, uniqueName(builtinNames[type.uid] ?? pascalCase(type.singularName), 'Type'))
  }
  for (const { uid } of components.values()) names.set(uid, uniqueName(pascalCase(uid), 'Component'))
  return (uid) => names.get(uid) ?? 'never'
}

function describeContentType(type: ContentType, nameOf: (uid: string) => string, api: ApiVersion): GeneratedType {
  const { uid, draftAndPublish, localized } = type
  const members = membersOf(type.attributes, nameOf)
  if (api === 'strapi5' && !draftAndPublish) members.attributes.set('publishedAt', 'string')
  return { ...members, name: nameOf(uid), origin: uid, draftAndPublish, localized }
}

function describeComponent(component: Component, nameOf: (uid: string) => string): GeneratedType {
  const { uid } = component
  return {
    ...membersOf(component.attributes, nameOf),
    name: nameOf(uid),
    origin: uid,
    uid,
    draftAndPublish: false,
    localized: false,
  }
}

function membersOf(
  all: Readonly<Record<string, Attribute>>,
  nameOf: (uid: string) => string,
): Pick<GeneratedType, 'links' | 'hidden' | 'required'> & { attributes: Map<string, string> } {
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
    const hasDefault = 'default' in attribute && attribute.default !== undefined
    // Servers accept entries without required media.
    if (isRequired(attribute) && !hasDefault && attribute.type !== 'media') required.push(name)
  }
  return { attributes, links, hidden, required }
}

/** An attribute with conditions is only required while they hold. */
function isRequired({ required, conditions }: Attribute): boolean {
  return required === true && conditions === undefined
}

function typeOf(attribute: ScalarAttribute, name: string): string {
  const type = scalarTypes[attribute.type]
  const text = typeof type === 'function' ? type(attribute) : type
  // `Json` includes null.
  const isNeverNull = isRequired(attribute) || neverNull.has(name) || text === 'Json'
  return isNeverNull ? text : `${text} | null`
}

function linkOf(attribute: Attribute, nameOf: (uid: string) => string): Link | undefined {
  switch (attribute.type) {
    case 'media':
      return { kind: attribute.multiple ? 'MultipleMedia' : 'SingleMedia' }
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
