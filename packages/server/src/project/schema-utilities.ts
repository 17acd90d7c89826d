import { guarded } from './guarded.js'

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
const getNonWritableAttributes = (model: Model) => [
  ...new Set(['id', ...getTimestamps(model), ...namesWhere(model, ({ writable }) => writable === false)]),
]
const getWritableAttributes = (model: Model) => {
  const others = getNonWritableAttributes(model)
  return namesWhere(model, (_attribute, name) => !others.includes(name))
}
const getNonVisibleAttributes = (model: Model) => [
  ...new Set(['id', ...getTimestamps(model), ...namesWhere(model, ({ visible }) => visible === false)]),
]
const getVisibleAttributes = (model: Model) => {
  const others = getNonVisibleAttributes(model)
  return namesWhere(model, (_attribute, name) => !others.includes(name))
}
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
