import { type ContentType, type Registry, isScalar } from '@content-api/model'
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { pluralField, singularField } from '../naming.js'

/** The maximum number of attributes in the example. */
const mostAttributes = 4

/** A field with the fields below it. */
interface Selection {
  readonly name: string
  readonly below?: readonly Selection[]
}

/** The fields around the attributes of an entry. */
export interface ExampleForm {
  /** Returns the selection of an entry with some of its attributes. */
  readonly entry: (attributes: readonly Selection[]) => readonly Selection[]
  /** Returns the selection of a linked entry. */
  readonly linked: (attributes: readonly Selection[]) => readonly Selection[]
  /** The names of the fields between a field with entries and the attributes. */
  readonly path: readonly string[]
}

/** Entries with `data` and `attributes`. */
export const entryExample: ExampleForm = {
  entry: (attributes) => [
    {
      name: 'data',
      below: [{ name: 'id' }, ...(attributes.length > 0 ? [{ name: 'attributes', below: attributes }] : [])],
    },
  ],
  linked: (attributes) => [{ name: 'data', below: [{ name: 'attributes', below: attributes }] }],
  path: ['data', 'attributes'],
}

/**
 * Returns an example query: a list with its first attributes and one relation, else a single type, else any
 * scalar field. It is built from the schema, so that it contains no fields which extensions disable.
 */
export function exampleQuery(schema: GraphQLSchema, registry: Registry, form: ExampleForm = entryExample): string {
  const fields = schema.getQueryType()?.getFields() ?? {}
  const types = [...registry.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  const lists = types.filter((type) => type.kind !== 'singleType' && fields[pluralField(type)])
  const linkOf = (type: ContentType, field: Field) => linkIn(form, type, field)
  const list = lists.find((type) => linkOf(type, fields[pluralField(type)])) ?? lists[0]
  const single = types.find((type) => fields[singularField(type)])
  const entries = (name: string, args: string, type: ContentType) =>
    print([{ name: `${name}${args}`, below: form.entry(attributesOf(form, type, fields[name])) }])
  if (list) return entries(pluralField(list), '(pagination: { limit: 5 })', list)
  if (single) return entries(singularField(single), '', single)
  const bare = Object.values(fields).find(
    (field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument),
  )
  return print([{ name: bare?.name ?? '__typename' }])
}

type Field = GraphQLField<unknown, unknown> | undefined

const print = (selection: readonly Selection[]): string => ['{', ...linesOf(selection, '  '), '}'].join('\n')

function linesOf(selection: readonly Selection[], indent: string): readonly string[] {
  return selection.flatMap(({ name, below }) =>
    below ? [`${indent}${name} {`, ...linesOf(below, `${indent}  `), `${indent}}`] : [`${indent}${name}`],
  )
}

/** Returns the selection of the first attributes of a type, and of one relation. */
function attributesOf(form: ExampleForm, type: ContentType, field: Field): readonly Selection[] {
  const names = namesOf(type, attributesBelow(form, field)).slice(0, mostAttributes)
  const link = linkIn(form, type, field)
  return [...names.map((name) => ({ name })), ...(link ? [link] : [])]
}

/** Returns the selection of a type's first relation to another `api::` type, with one scalar attribute of that type. */
function linkIn(form: ExampleForm, type: ContentType, field: Field): Selection | undefined {
  const attributes = attributesBelow(form, field)
  for (const [name, attribute] of Object.entries(type.attributes)) {
    if (isScalar(attribute) || attribute.type !== 'relation' || attribute.target === undefined) continue
    if (attribute.target === type.uid || !attribute.target.startsWith('api::')) continue
    const target = attributesBelow(form, attributes?.getFields()[name])
    const label = Object.entries(target?.getFields() ?? {}).find(
      ([key, found]) => isLeafType(getNamedType(found.type)) && key !== 'documentId',
    )?.[0]
    if (label !== undefined) return { name, below: form.linked([{ name: label }]) }
  }
  return undefined
}

/** Returns the type with the attributes in the result of a field. */
function attributesBelow({ path }: ExampleForm, field: Field): GraphQLObjectType | undefined {
  const found = field && getNamedType(field.type)
  return path.reduce(typeOfField, isObjectType(found) ? found : undefined)
}

function typeOfField(from: GraphQLObjectType | undefined, name: string): GraphQLObjectType | undefined {
  const field = from?.getFields()[name]
  const next = field && getNamedType(field.type)
  return isObjectType(next) ? next : undefined
}

/** Returns the names of the declared scalar attributes, in the order of the schema file. */
function namesOf({ declared }: ContentType, attributes: GraphQLObjectType | undefined): string[] {
  const shown = attributes?.getFields() ?? {}
  return Object.entries(declared).flatMap(([name, attribute]) =>
    isScalar(attribute) && shown[name] && isLeafType(getNamedType(shown[name].type)) ? [name] : [],
  )
}
