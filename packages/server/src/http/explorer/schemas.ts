import { type Attribute, type ContentType, isScalar, type RelationAttribute, type Schema } from '@content-api/model'
import type { ExplorerAttribute, ExplorerSchema } from '@content-api/explorer/protocol'
import { scalarBehaviours, type StorageKind } from '@content-api/engine/attributes'
import { fileContentType, isMorph, type ValueOperator, valueOperators } from '@content-api/engine/plan'
import type { PlanContext } from '../../query/plan-context.js'
import { isConcealed, mayFollow, usableAttribute } from '../../query/usable-attributes.js'

/** The identity for which attributes are listed. */
export interface SchemaScope {
  readonly context: PlanContext
  /** Whether the identity passes every check. Then private attributes are listed, too. */
  readonly everything: boolean
}

/**
 * Describes a content type or component as the identity may see it.
 * @param written adds attributes that only request bodies have
 */
export function schemaOf(schema: Schema, scope: SchemaScope, written: boolean): ExplorerSchema {
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
export function targetsOf({ attributes }: ExplorerSchema, { registry }: PlanContext): readonly Schema[] {
  return attributes.flatMap(({ options }): (ContentType | Schema)[] => {
    if (options.type === 'media') return [fileContentType(registry)]
    if (options.type === 'component') return [registry.component(options.component)]
    if (options.type === 'dynamiczone') return options.components.map((uid) => registry.component(uid))
    return options.type === 'relation' && options.target !== undefined ? [registry.contentType(options.target)] : []
  })
}
