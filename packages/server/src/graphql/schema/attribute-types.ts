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
import { fileContentType, isMorph, linkTarget, relatesToMany } from '../../query/link-target.js'
import { derivedNames, enumName, typeName, zoneInputName, zoneName } from '../naming.js'

/** An attribute where it stands. */
export interface AttributeContext {
  readonly registry: Registry
  readonly schema: Schema
  readonly name: string
}

/** What one attribute type is in GraphQL; null where there is none. Each gives a type as SDL writes it. */
interface AttributeTypes<A extends Attribute> {
  /** The field of `X`: its arguments and type. */
  readonly output: (attribute: A, place: AttributeContext) => string | null
  /** In `XInput`: every value is optional there, since updates are partial. */
  readonly input: (attribute: A, place: AttributeContext) => string | null
  /** In `XFiltersInput`. */
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

/** Never answered, in any interface (decision); what is stored is written through it. */
const password: AttributeTypes<ScalarAttribute> = { ...scalar('String'), output: () => null }

const media: AttributeTypes<MediaAttribute> = {
  output: ({ multiple }, { registry }) => linked(fileContentType(registry), multiple),
  input: ({ multiple }) => (multiple ? '[ID]' : 'ID'),
  filter: () => null,
}

const relation: AttributeTypes<RelationAttribute> = {
  output: (attribute, { registry }) => {
    const many = relatesToMany(attribute)
    const target = linkTarget(attribute, registry)
    if (!target) return many ? ': [GenericMorph]' : ': GenericMorph'
    return linked(target, many)
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

/** Every attribute type of the model. One that is missing here doesn't compile. */
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

function linked(target: Schema, many: boolean): string {
  const name = typeName(target)
  return many ? `${rowArguments(target)}: ${derivedNames.relation(name)}` : `: ${derivedNames.response(name)}`
}

/** The arguments of a list below an entry. Without `publicationState` it takes its parent's (decision). */
function rowArguments(target: Schema): string {
  const drafts = target.model === 'contentType' && target.draftAndPublish ? ['publicationState: PublicationState'] : []
  const rows = isSingle(target) ? [] : rowsArguments(target)
  const all = [...rows, ...drafts]
  return all.length > 0 ? `(${all.join(', ')})` : ''
}

/** The arguments of every list. */
export function rowsArguments(target: Schema): string[] {
  const filters = derivedNames.filters(typeName(target))
  return [`filters: ${filters}`, 'pagination: PaginationArg = {}', 'sort: [String] = []']
}

function isSingle(schema: Schema): boolean {
  return schema.model === 'contentType' && schema.kind === 'singleType'
}
