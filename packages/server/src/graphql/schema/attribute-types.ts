import type {
  Attribute,
  AttributeType,
  ComponentAttribute,
  DynamicZoneAttribute,
  MediaAttribute,
  Registry,
  RelationAttribute,
  ScalarAttribute,
  Schema,
} from '@content-api/model'
import { fileContentType, isMorph, linkTarget, relatesToMany } from '@content-api/engine/plan/link-target'
import { derivedNames, enumName, typeName, zoneInputName, zoneName } from '../naming.js'

/** The context of an attribute. */
export interface AttributeContext {
  readonly registry: Registry
  readonly schema: Schema
  readonly name: string
}

/** The SDL of an attribute type in GraphQL. Each function returns null if there is no field. */
interface AttributeTypes<A extends Attribute> {
  /** The arguments and the type of its field in `X`. */
  readonly output: (attribute: A, place: AttributeContext) => string | null
  /** The type in `XInput`. It is optional, since updates are partial. */
  readonly input: (attribute: A, place: AttributeContext) => string | null
  /** The type in `XFiltersInput`. */
  readonly filter: (attribute: A, place: AttributeContext) => string | null
}

const scalar = (type: string): AttributeTypes<ScalarAttribute> => ({
  output: ({ required }) => (required ? `: ${type}!` : `: ${type}`),
  input: () => type,
  filter: () => `${type}FilterInput`,
})

const enumeration: AttributeTypes<ScalarAttribute> = {
  output: ({ required }, { schema, name }) => `: ${enumName(schema, name)}${required ? '!' : ''}`,
  input: (_attribute, { schema, name }) => enumName(schema, name),
  filter: () => 'StringFilterInput',
}

/** Only inputs contain passwords. No interface ever returns them. */
const password: AttributeTypes<ScalarAttribute> = { ...scalar('String'), output: () => null }

const media: AttributeTypes<MediaAttribute> = {
  output: ({ multiple, required }, { registry }) => linked(fileContentType(registry), multiple, required),
  input: ({ multiple }) => (multiple ? '[ID]' : 'ID'),
  filter: () => null,
}

const relation: AttributeTypes<RelationAttribute> = {
  output: (attribute, { registry }) => {
    const many = relatesToMany(attribute)
    const target = linkTarget(attribute, registry)
    if (!target) return many ? ': [GenericMorph]' : ': GenericMorph'
    return linked(target, many, attribute.required)
  },
  input: (attribute) => {
    if (isMorph(attribute)) return null
    return relatesToMany(attribute) ? '[ID]' : 'ID'
  },
  filter: (attribute, { registry }) => {
    const target = linkTarget(attribute, registry)
    return isMorph(attribute) || !target || isSingle(target) ? null : derivedNames.filters(typeName(target))
  },
}

const component: AttributeTypes<ComponentAttribute> = {
  output: ({ component, repeatable, required }, { registry }) => {
    const target = registry.component(component)
    const end = required ? '!' : ''
    return repeatable ? `${rowArguments(target)}: [${typeName(target)}]${end}` : `: ${typeName(target)}${end}`
  },
  input: ({ component, repeatable }, { registry }) => {
    const name = derivedNames.input(typeName(registry.component(component)))
    return repeatable ? `[${name}]` : name
  },
  filter: ({ component }, { registry }) => derivedNames.filters(typeName(registry.component(component))),
}

const dynamiczone: AttributeTypes<DynamicZoneAttribute> = {
  output: ({ required }, { schema, name }) => `: [${zoneName(schema, name)}]${required ? '!' : ''}`,
  input: (_attribute, { schema, name }) => `[${zoneInputName(schema, name)}!]`,
  filter: () => null,
}

/** The GraphQL types of all attribute types. A missing row is a compile error. */
export const attributeTypes = {
  string: scalar('String'),
  text: scalar('String'),
  richtext: scalar('String'),
  enumeration,
  email: scalar('String'),
  password,
  uid: scalar('String'),
  date: scalar('Date'),
  time: scalar('Time'),
  datetime: scalar('DateTime'),
  timestamp: scalar('DateTime'),
  integer: scalar('Int'),
  biginteger: scalar('Long'),
  float: scalar('Float'),
  decimal: scalar('Float'),
  boolean: scalar('Boolean'),
  array: scalar('JSON'),
  json: scalar('JSON'),
  blocks: scalar('JSON'),
  media,
  relation,
  component,
  dynamiczone,
} as const satisfies {
  readonly [Type in AttributeType]: AttributeTypes<Extract<Attribute, { type: Type }>>
}

export function attributeType(attribute: Attribute): AttributeTypes<Attribute> {
  return attributeTypes[attribute.type] as AttributeTypes<never> as AttributeTypes<Attribute>
}

function linked(target: Schema, many: boolean, required = false): string {
  const name = typeName(target)
  const type = many ? `${rowArguments(target)}: ${derivedNames.relation(name)}` : `: ${derivedNames.response(name)}`
  return required ? `${type}!` : type
}

/**
 * Returns the arguments of linked rows. Without `publicationState`, the state of the parent applies. In
 * Strapi 4 the default is `LIVE`.
 */
function rowArguments(target: Schema): string {
  const drafts = target.model === 'contentType' && target.draftAndPublish ? ['publicationState: PublicationState'] : []
  const rows = isSingle(target) ? [] : rowsArguments(target)
  const all = [...rows, ...drafts]
  return all.length > 0 ? `(${all.join(', ')})` : ''
}

/** Returns the arguments that all lists have. */
export function rowsArguments(target: Schema): string[] {
  const filters = derivedNames.filters(typeName(target))
  return [`filters: ${filters}`, 'pagination: PaginationArg = {}', 'sort: [String] = []']
}

function isSingle(schema: Schema): boolean {
  return schema.model === 'contentType' && schema.kind === 'singleType'
}
