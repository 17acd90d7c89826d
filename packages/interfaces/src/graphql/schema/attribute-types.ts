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
import {
  fileContentType,
  groupOperators,
  isMorph,
  linkTarget,
  relatesToMany,
  valueOperators,
} from '@content-api/engine/plan'
import { derivedNames, enumName, typeName, zoneInputName, zoneName } from '../naming.js'

/** The context of an attribute. */
interface AttributeContext {
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
const attributeTypes = {
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

/** The scalar types that filters compare. */
const compared = ['ID', 'Boolean', 'String', 'Int', 'Long', 'Float', 'Date', 'Time', 'DateTime', 'JSON'] as const

/**
 * Returns the filter inputs of all scalar types: the operators of specification §4.3 without their `$`. Those
 * in `without` are left out.
 */
export function filterInputs(
  without: ReadonlySet<string> = new Set(),
): readonly (readonly [name: string, sdl: string])[] {
  return compared.map((type) => {
    const name = `${type}FilterInput`
    const operators = Object.entries(valueOperators).flatMap(([operator, { arity }]) => {
      const value = { one: type, flag: 'Boolean', many: `[${type}]`, two: `[${type}]` }[arity]
      return without.has(operator) ? [] : [`${operator.slice(1)}: ${value}`]
    })
    return [name, block('input', name, [`and: [${type}]`, `or: [${type}]`, `not: ${name}`, ...operators])]
  })
}

/** Returns the fields that combine filters of one type: `and`, `or`, `not`. */
export function groupFields(filters: string): string[] {
  return groupOperators.map((operator) => {
    const name = operator.slice(1)
    return `${name}: ${name === 'not' ? filters : `[${filters}]`}`
  })
}

/** The types that don't depend on the model. */
export const commonTypes: readonly (readonly [name: string, sdl: string])[] = [
  ['JSON', 'scalar JSON'],
  ['DateTime', 'scalar DateTime'],
  ['Time', 'scalar Time'],
  ['Date', 'scalar Date'],
  ['Long', 'scalar Long'],
  ['Upload', 'scalar Upload'],
  ['I18NLocaleCode', 'scalar I18NLocaleCode'],
  ['Error', block('type', 'Error', ['code: String!', 'message: String'])],
  ['Pagination', block('type', 'Pagination', ['total: Int!', 'page: Int!', 'pageSize: Int!', 'pageCount: Int!'])],
  ['ResponseCollectionMeta', block('type', 'ResponseCollectionMeta', ['pagination: Pagination!'])],
  ['PublicationState', 'enum PublicationState {\n  LIVE\n  PREVIEW\n}'],
  ['PaginationArg', block('input', 'PaginationArg', ['page: Int', 'pageSize: Int', 'start: Int', 'limit: Int'])],
  ...filterInputs(),
]

/** The SDL of each type by its name. */
export type Definitions = ReadonlyMap<string, string>

const names = /[_A-Za-z]\w*/g

/**
 * Returns the definitions that `roots` refer to, directly or indirectly. Others, such as the filter input of
 * a type that no query lists, stay out of the schema. `elsewhere` is other SDL that may refer to definitions.
 */
export function reachable(all: Definitions, roots: readonly string[], elsewhere: readonly string[] = []): Definitions {
  const found = new Set<string>()
  const queue = [...roots, ...elsewhere.flatMap(namesIn)]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const sdl = all.get(name)
    if (sdl === undefined || found.has(name)) continue
    found.add(name)
    queue.push(...namesIn(sdl))
  }
  return new Map([...all].filter(([name]) => found.has(name)))
}

const namesIn = (sdl: string): readonly string[] => sdl.match(names) ?? []

/** Returns the SDL of a type, or an empty string if it has no fields: GraphQL has no types without fields. */
export function block(keyword: 'type' | 'input', name: string, fields: readonly string[]): string {
  return fields.length === 0 ? '' : `${keyword} ${name} {\n${fields.map((field) => `  ${field}\n`).join('')}}`
}
