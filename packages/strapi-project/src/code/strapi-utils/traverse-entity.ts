import { isRecord } from '@content-api/model'
import { fileType } from '@content-api/engine/plan'
import { checkedModel, type StrapiModel } from '../host/strapi-models.js'
import { guarded } from '../host/guarded.js'

interface Path {
  readonly raw: string | null
  readonly attribute: string | null
}

interface Visit {
  readonly data: Readonly<Record<string, unknown>>
  readonly schema: StrapiModel
  readonly key: string
  readonly value: unknown
  readonly attribute: unknown
  readonly path: Path
}

interface VisitTools {
  remove(key: string): void
  set(key: string, value: unknown): void
}

type Visitor = (visit: Visit, tools: VisitTools) => unknown

interface Options {
  readonly schema: StrapiModel
  readonly path?: Path
}

/**
 * Visits the attributes of an entry and of everything that it contains. Returns a copy with the changes of
 * the visitor. Values that aren't in the schema stay.
 */
async function traverse(visitor: Visitor, { schema, path }: Options, entity: unknown): Promise<unknown> {
  if (!isRecord(entity)) return entity
  const copy: Record<string, unknown> = { ...entity }
  const tools: VisitTools = {
    remove: (key) => void delete copy[key],
    set: (key, value) => void (copy[key] = value),
  }
  for (const key of Object.keys(copy)) {
    const attribute = Object.hasOwn(schema.attributes, key) ? schema.attributes[key] : undefined
    if (!attribute) continue
    const at = pathOf(path, key)
    await visitor({ data: copy, schema, key, value: copy[key], attribute, path: at }, tools)
    const value = copy[key]
    if (value === undefined || value === null) continue
    const visitItem = async (item: unknown) => {
      const uid = isRecord(item) ? targetUid(attribute, item) : undefined
      return uid === undefined ? item : traverse(visitor, { schema: checkedModel(schema).modelOf(uid), path: at }, item)
    }
    if (!Array.isArray(value)) copy[key] = await visitItem(value)
    else {
      const items: unknown[] = []
      for (const item of value) items.push(await visitItem(item))
      copy[key] = items
    }
  }
  return copy
}

function pathOf(path: Path | undefined, key: string): Path {
  const append = (parent: string | null | undefined) => (parent ? `${parent}.${key}` : key)
  return { raw: append(path?.raw), attribute: append(path?.attribute) }
}

/** Returns the uid of the schema of a value, or undefined for values without one. */
function targetUid(attribute: object, item: Readonly<Record<string, unknown>>): string | undefined {
  const { type, target, component } = attribute as { type?: string; target?: string; component?: string }
  const named = { relation: target ?? item['__type'], media: fileType, component, dynamiczone: item['__component'] }
  const uid: unknown = type !== undefined && Object.hasOwn(named, type) ? named[type as keyof typeof named] : undefined
  return typeof uid === 'string' ? uid : undefined
}

type OnEntity = (entity: unknown) => Promise<unknown>

/** `traverseEntity` of `@strapi/utils`. It may get its arguments one after the other. */
export function traverseEntity(visitor: Visitor): (options: Options) => OnEntity
export function traverseEntity(visitor: Visitor, options: Options): OnEntity
export function traverseEntity(visitor: Visitor, options: Options, entity: unknown): Promise<unknown>
export function traverseEntity(visitor: Visitor, ...values: readonly unknown[]): unknown {
  const [options] = values as readonly [Options?]
  if (options === undefined) return (later: Options) => (entity: unknown) => traverse(visitor, later, entity)
  return values.length < 2
    ? (entity: unknown) => traverse(visitor, options, entity)
    : traverse(visitor, options, values[1])
}

interface Attribute {
  readonly type?: string
  readonly relation?: string
  readonly private?: boolean
  readonly writable?: boolean
  readonly visible?: boolean
}

/** A content type or component as `strapi.getModel(uid)` returns it. */
interface Model {
  readonly kind?: string
  readonly info?: { readonly singularName?: string; readonly pluralName?: string }
  readonly options?: { readonly draftAndPublish?: boolean; readonly privateAttributes?: readonly string[] }
  readonly attributes?: Readonly<Record<string, Attribute>>
}

const constants = {
  ID_ATTRIBUTE: 'id',
  PUBLISHED_AT_ATTRIBUTE: 'publishedAt',
  CREATED_BY_ATTRIBUTE: 'createdBy',
  UPDATED_BY_ATTRIBUTE: 'updatedBy',
  CREATED_AT_ATTRIBUTE: 'createdAt',
  UPDATED_AT_ATTRIBUTE: 'updatedAt',
  DP_PUB_STATES: ['live', 'preview'],
  DP_PUB_STATE_LIVE: 'live',
  DP_PUB_STATE_PREVIEW: 'preview',
  SINGLE_TYPE: 'singleType',
  COLLECTION_TYPE: 'collectionType',
}

const namesWhere = ({ attributes = {} }: Model, test: (attribute: Attribute, name: string) => boolean) =>
  Object.keys(attributes).filter((name) => test(attributes[name] ?? {}, name))
const present = ({ attributes = {} }: Model, names: readonly string[]) =>
  names.filter((name) => Object.hasOwn(attributes, name))

const isTypedAttribute = (attribute: Attribute | undefined, type: string) => attribute?.type === type
const isRelationalAttribute = (attribute?: Attribute) => isTypedAttribute(attribute, 'relation')
const isMediaAttribute = (attribute?: Attribute) => isTypedAttribute(attribute, 'media')
const isDynamicZoneAttribute = (attribute?: Attribute) => isTypedAttribute(attribute, 'dynamiczone')
const isComponentAttribute = (attribute?: Attribute) =>
  isTypedAttribute(attribute, 'component') || isDynamicZoneAttribute(attribute)
const isScalarAttribute = (attribute?: Attribute) =>
  !isRelationalAttribute(attribute) && !isMediaAttribute(attribute) && !isComponentAttribute(attribute)
const isMorphToRelationalAttribute = (attribute?: Attribute) =>
  isRelationalAttribute(attribute) && attribute?.relation?.startsWith('morphTo') === true

const getTimestamps = (model: Model) => present(model, ['createdAt', 'updatedAt'])
const getCreatorFields = (model: Model) => present(model, ['createdBy', 'updatedBy'])
/** Returns a function that returns the id, timestamps, and the attributes with false for a flag. */
const withoutFlag = (flag: 'writable' | 'visible') => (model: Model) => [
  ...new Set(['id', ...getTimestamps(model), ...namesWhere(model, (attribute) => attribute[flag] === false)]),
]
const getNonWritableAttributes = withoutFlag('writable')
const getNonVisibleAttributes = withoutFlag('visible')
const allBut = (model: Model, others: readonly string[]) =>
  namesWhere(model, (_attribute, name) => !others.includes(name))
const getWritableAttributes = (model: Model) => allBut(model, getNonWritableAttributes(model))
const getVisibleAttributes = (model: Model) => allBut(model, getNonVisibleAttributes(model))
const getPrivateAttributes = (model: Model) => [
  ...new Set([...(model.options?.privateAttributes ?? []), ...namesWhere(model, (attribute) => !!attribute.private)]),
]
const isKind = (kind: string) => (model: Model) => model.kind === kind
const isSingleType = isKind(constants.SINGLE_TYPE)
const hasDraftAndPublish = ({ options }: Model) => options?.draftAndPublish === true

/** `contentTypes` of `@strapi/utils`. */
export const contentTypes = guarded('contentTypes of @strapi/utils', {
  constants,
  isTypedAttribute,
  isScalarAttribute,
  isMediaAttribute,
  isRelationalAttribute,
  isComponentAttribute,
  isDynamicZoneAttribute,
  isMorphToRelationalAttribute,
  getTimestamps,
  getCreatorFields,
  getNonWritableAttributes,
  getWritableAttributes,
  isWritableAttribute: (model: Model, name: string) => getWritableAttributes(model).includes(name),
  getNonVisibleAttributes,
  getVisibleAttributes,
  isVisibleAttribute: (model: Model, name: string) => getVisibleAttributes(model).includes(name),
  getPrivateAttributes,
  isPrivateAttribute: (model: Model, name: string) => getPrivateAttributes(model).includes(name),
  getComponentAttributes: (model: Model) => namesWhere(model, isComponentAttribute),
  getScalarAttributes: (model: Model) => namesWhere(model, isScalarAttribute),
  getOptions: ({ options }: Model) => ({ draftAndPublish: false, ...options }),
  hasDraftAndPublish,
  isDraft: (entry: { readonly publishedAt?: unknown }, model: Model) =>
    hasDraftAndPublish(model) && entry.publishedAt === null,
  isSingleType,
  isCollectionType: isKind(constants.COLLECTION_TYPE),
  isKind,
  getContentTypeRoutePrefix: (model: Model) =>
    (isSingleType(model) ? model.info?.singularName : model.info?.pluralName) ?? '',
})

const relationIn =
  (...relations: readonly string[]) =>
  (attribute: Attribute) =>
    isRelationalAttribute(attribute) && relations.includes(attribute.relation ?? '')

/** `relations` of `@strapi/utils`. */
export const relations = guarded('relations of @strapi/utils', {
  constants: { MANY_RELATIONS: ['oneToMany', 'manyToMany'] },
  getRelationalFields: (model: Model) => namesWhere(model, isRelationalAttribute),
  isOneToAny: relationIn('oneToOne', 'oneToMany'),
  isManyToAny: relationIn('manyToOne', 'manyToMany'),
  isAnyToOne: relationIn('oneToOne', 'manyToOne'),
  isAnyToMany: relationIn('oneToMany', 'manyToMany'),
})
