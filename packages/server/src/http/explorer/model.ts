import { type ContentType, type Attribute, isScalar, type RelationAttribute, type Schema } from '@content-api/model'
import type {
  ExplorerAction,
  ExplorerComponent,
  ExplorerGraphqlNames,
  ExplorerModel,
  ExplorerSchema,
  ExplorerType,
  Identity,
  IdentityName,
  ExplorerAttribute,
} from '@content-api/explorer/protocol'
import { actionUid } from '@content-api/capabilities/accounts/actions'
import type { Identity as FoundIdentity } from '@content-api/capabilities/accounts/act-as'
import type { Config } from '@content-api/core/config/schema'
import type { Caller } from '@content-api/core/entries/caller'
import {
  derivedNames,
  isGraphqlName,
  pluralField,
  singularField,
  typeName,
} from '@content-api/interfaces/graphql/naming'
import { listLocales } from '@content-api/capabilities/i18n/locales'
import type { RegisteredProject } from '@content-api/strapi-project/code/register-project'
import { fileContentType, isMorph, type ValueOperator, valueOperators } from '@content-api/engine/plan'
import type { DocumentService } from '@content-api/strapi-documents/code/document-service'
import { countDocumentsByType, countEntriesByType } from '@content-api/engine/transfer'
import type { AnyDatabase } from '@content-api/engine/database'
import type { PlanSettings, PlanContext } from '@content-api/core/query/plan-context'
import { hasRoutes } from '@content-api/interfaces/rest/routes'
import { scalarBehaviours, type StorageKind } from '@content-api/engine/attributes'
import { isConcealed, mayFollow, usableAttribute } from '@content-api/core/query/usable-attributes'

export interface ModelParts {
  readonly database: AnyDatabase
  readonly config: Config
  readonly project: Pick<RegisteredProject, 'shadow' | 'removedActions'>
  readonly planning: PlanSettings
  /** Whether `/openapi.json` is served. */
  readonly openapi: boolean
  /** The documents of a Strapi 5 project; null for content with entries. */
  readonly documents: Pick<DocumentService, 'documents'> | null
}

/** The types and components that the caller may see, in the form of the explorer's model. */
export interface VisibleSchemas {
  readonly types: readonly Uncounted[]
  readonly related: readonly ExplorerSchema[]
  readonly components: readonly ExplorerComponent[]
}

type Uncounted = Omit<ExplorerType, 'count'>

export function visibleSchemas(parts: ModelParts, caller: Caller, everything: boolean): VisibleSchemas {
  const { registry } = parts.database
  const scope: SchemaScope = { context: { registry, can: caller.can, ...parts.planning }, everything }
  const types = [...registry.contentTypes.values()]
    .filter(hasRoutes)
    .map((type) => ({ type, actions: actionsOf(parts, caller, type) }))
    .filter(({ actions }) => actions.length > 0)
    .map(({ type, actions }) => typeOf(parts, type, { actions, scope }))
    .toSorted((one, other) => one.displayName.localeCompare(other.displayName))
  return { types, ...relatedSchemas(types, scope) }
}

/**
 * Returns the model as the caller may see it, with the number of entries of each type. One statement counts
 * all types.
 */
export async function explorerModel(
  parts: ModelParts,
  caller: Caller,
  identity: FoundIdentity,
): Promise<ExplorerModel> {
  const { database, config, planning, documents } = parts
  const { types, related, components } = visibleSchemas(parts, caller, identity.name === 'everything')
  const listed = new Set(types.filter(({ actions }) => actions.includes('find')).map(({ uid }) => uid))
  const files = fileContentType(database.registry)
  const media = mediaActions(caller)
  const counted = media.includes('find') ? [...listed, files.uid] : [...listed]
  const counts = await (documents ? countDocumentsByType : countEntriesByType)(database, counted)
  const { rest } = config.api
  return {
    identity: identity as Identity & { readonly name: IdentityName },
    open: config.permissions === undefined,
    form: documents ? 'documents' : 'entries',
    types: types.map((type) => ({ ...type, count: counts.get(type.uid) ?? null })),
    related,
    components,
    media: media.includes('find')
      ? {
          count: counts.get(files.uid) ?? 0,
          actions: media,
          path: `${prefixOf(config)}/upload`,
        }
      : null,
    webhooks: identity.name === 'everything' && (config.events || config.webhooks.length > 0),
    locales: listLocales(planning.locales.codes, planning.locales.default)
      .map(({ code, name, isDefault }) => ({ code, name, isDefault }))
      .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault)),
    api: {
      prefix: prefixOf(config),
      graphql: config.graphql.enabled ? config.graphql.config.endpoint : null,
      openapi: parts.openapi,
      defaultPageSize: rest.defaultLimit,
      maxPageSize: rest.maxLimit ?? 100,
    },
  }
}

const prefixOf = ({ api: { rest } }: Config) => (rest.prefix === '/' ? '' : rest.prefix)

const collectionActions = ['find', 'findOne', 'create', 'update', 'delete', 'createLocalization'] as const
const singleActions = ['find', 'update', 'delete', 'createLocalization'] as const

function actionsOf({ project, documents }: ModelParts, caller: Caller, type: ContentType): ExplorerAction[] {
  const all: readonly ExplorerAction[] = type.kind === 'singleType' ? singleActions : collectionActions
  return all.filter(
    (action) =>
      // A document gets another locale by an update.
      (action !== 'createLocalization' || (type.localized && !documents)) &&
      !project.removedActions.has(actionUid(action, type)) &&
      caller.can(action, type),
  )
}

function mediaActions({ may }: Caller) {
  return (['find', 'findOne', 'upload', 'destroy'] as const).filter((action) =>
    may(`plugin::upload.content-api.${action}`),
  )
}

interface TypeDetails {
  readonly actions: readonly ExplorerAction[]
  readonly scope: SchemaScope
}

function typeOf(parts: ModelParts, type: ContentType, { actions, scope }: TypeDetails): Uncounted {
  const { kind, singularName, pluralName, draftAndPublish, localized } = type
  const written = actions.some((action) => action !== 'find' && action !== 'findOne' && action !== 'delete')
  return {
    ...schemaOf(type, scope, written),
    kind,
    singularName,
    pluralName,
    path: `${prefixOf(parts.config)}/${kind === 'singleType' ? singularName : pluralName}`,
    draftAndPublish,
    localized,
    actions,
    graphql: graphqlNames(parts, type),
  }
}

function graphqlNames({ config, project }: ModelParts, type: ContentType): ExplorerGraphqlNames | null {
  const name = typeName(type)
  if (!config.graphql.enabled || !project.shadow.isEnabled(type.uid) || !isGraphqlName(name)) return null
  return {
    type: name,
    one: singularField(type),
    many: type.kind === 'singleType' ? null : pluralField(type),
    filters: derivedNames.filters(name),
    input: derivedNames.input(name),
  }
}

/**
 * Returns the schemas that attributes of `types` refer to, directly or indirectly: components, and types
 * without routes.
 */
function relatedSchemas(types: readonly Uncounted[], scope: SchemaScope) {
  const related: ExplorerSchema[] = []
  const components: ExplorerComponent[] = []
  const seen = new Set(types.map(({ uid }) => uid))
  const left: ExplorerSchema[] = [...types]
  for (let schema = left.pop(); schema; schema = left.pop()) {
    for (const target of targetsOf(schema, scope.context)) {
      if (seen.has(target.uid)) continue
      seen.add(target.uid)
      const found = schemaOf(target, scope, target.model === 'component')
      left.push(found)
      if (target.model === 'component') components.push({ ...found, graphql: typeName(target) })
      else related.push(found)
    }
  }
  return { related, components }
}

/** The identity for which attributes are listed. */
interface SchemaScope {
  readonly context: PlanContext
  /** Whether the identity passes every check. Then private attributes are listed, too. */
  readonly everything: boolean
}

/**
 * Describes a content type or component as the identity may see it.
 * @param written adds attributes that only request bodies have
 */
function schemaOf(schema: Schema, scope: SchemaScope, written: boolean): ExplorerSchema {
  const attributes = Object.entries(schema.attributes).flatMap(([name, attribute]) => {
    const readable = usableAttribute(schema, name, scope.context) !== undefined
    if (!readable && !(written && isOnlyWritten(schema, name, attribute, scope))) return []
    return [attributeOf(schema, name, { attribute, readable }, scope)]
  })
  return { uid: schema.uid, displayName: schema.displayName, attributes, label: labelOf(attributes) }
}

function isOnlyWritten(schema: Schema, name: string, attribute: Attribute, { context, everything }: SchemaScope) {
  if (!Object.hasOwn(schema.declared, name) || !isConcealed(attribute)) return false
  if (!isScalar(attribute) && !mayFollow(schema, name, attribute, context)) return false
  return everything || (attribute.type === 'password' && attribute.private !== true)
}

interface Known {
  readonly attribute: Attribute
  readonly readable: boolean
}

function attributeOf(
  schema: Schema,
  name: string,
  { attribute, readable }: Known,
  scope: SchemaScope,
): ExplorerAttribute {
  return {
    name,
    type: attribute.type,
    readable,
    writable: isWritable(schema, name),
    sortable: readable && isScalar(attribute) && scalarBehaviours[attribute.type].sortable,
    operators: readable ? operatorsOf(attribute) : [],
    options: optionsOf(schema, attribute, scope),
  }
}

function isWritable(schema: Schema, name: string): boolean {
  if (Object.hasOwn(schema.declared, name)) return true
  return schema.model === 'contentType' && name === 'publishedAt' && schema.draftAndPublish
}

const equality: readonly ValueOperator[] = ['$eq', '$ne', '$in', '$notIn', '$null', '$notNull']
const order: readonly ValueOperator[] = ['$lt', '$lte', '$gt', '$gte', '$between']
const contained: readonly ValueOperator[] = ['$contains', '$notContains', '$containsi', '$notContainsi']

/** The useful operators for each kind of value. The server accepts every operator for every attribute. */
const operatorsByKind: Readonly<Record<StorageKind, readonly ValueOperator[]>> = {
  text: Object.keys(valueOperators) as ValueOperator[],
  integer: [...equality, ...order],
  bigint: [...equality, ...order],
  double: [...equality, ...order],
  decimal: [...equality, ...order],
  boolean: ['$eq', '$ne', '$null', '$notNull'],
  date: [...equality, ...order],
  time: [...equality, ...order],
  datetime: [...equality, ...order],
  json: [...contained, '$null', '$notNull'],
}

function operatorsOf(attribute: Attribute): readonly ValueOperator[] {
  if (attribute.type === 'enumeration') return [...equality, ...contained]
  if (isScalar(attribute)) {
    const { filterable, storage } = scalarBehaviours[attribute.type]
    return filterable ? operatorsByKind[storage] : []
  }
  // A relation is compared by the id of its target.
  return attribute.type === 'relation' && !isMorph(attribute) ? equality : []
}

/** Returns the options of an attribute, without the names of attributes that the identity may not see. */
function optionsOf(schema: Schema, attribute: Attribute, { context }: SchemaScope): Attribute {
  if (attribute.type === 'relation') return relationOptions(attribute, context)
  if (!isScalar(attribute) || attribute.targetField === undefined) return attribute
  const { targetField, ...rest } = attribute
  return usableAttribute(schema, targetField, context) ? attribute : rest
}

function relationOptions(
  { mappedBy, inversedBy, morphBy, ...rest }: RelationAttribute,
  context: PlanContext,
): Attribute {
  const target = rest.target === undefined ? undefined : context.registry.contentType(rest.target)
  const seen = (name: string | undefined) =>
    target !== undefined && name !== undefined && usableAttribute(target, name, context) !== undefined
  return {
    ...rest,
    ...(mappedBy !== undefined && seen(mappedBy) && { mappedBy }),
    ...(inversedBy !== undefined && seen(inversedBy) && { inversedBy }),
    ...(morphBy !== undefined && seen(morphBy) && { morphBy }),
  }
}

const labels = ['title', 'name', 'label', 'displayName', 'username', 'headline', 'slug', 'email']
const labelTypes: ReadonlySet<string> = new Set(['string', 'text', 'uid', 'email', 'enumeration'])

function labelOf(attributes: readonly ExplorerAttribute[]): string {
  const texts = attributes.filter(({ type, readable }) => readable && labelTypes.has(type)).map(({ name }) => name)
  return labels.find((name) => texts.includes(name)) ?? texts.find((name) => name !== 'locale') ?? 'id'
}

/** Returns the content types and components that the listed attributes refer to. */
function targetsOf({ attributes }: ExplorerSchema, { registry }: PlanContext): readonly Schema[] {
  return attributes.flatMap(({ options }): (ContentType | Schema)[] => {
    if (options.type === 'media') return [fileContentType(registry)]
    if (options.type === 'component') return [registry.component(options.component)]
    if (options.type === 'dynamiczone') return options.components.map((uid) => registry.component(uid))
    return options.type === 'relation' && options.target !== undefined ? [registry.contentType(options.target)] : []
  })
}
