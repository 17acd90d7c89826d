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

/**
 * Returns an example query: a list with its first attributes and one relation, else a single type, else any
 * scalar field. It is built from the schema, so that it contains no fields which extensions disable.
 */
export function exampleQuery(schema: GraphQLSchema, registry: Registry): string {
  const fields = schema.getQueryType()?.getFields() ?? {}
  const types = [...registry.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  const lists = types.filter((type) => type.kind !== 'singleType' && fields[pluralField(type)])
  const list = lists.find((type) => linkIn(type, fields[pluralField(type)])) ?? lists[0]
  if (list) return print(pluralField(list), '(pagination: { limit: 5 })', list, fields[pluralField(list)])
  const single = types.find((type) => fields[singularField(type)])
  if (single) return print(singularField(single), '', single, fields[singularField(single)])
  const bare = Object.values(fields).find(
    (field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument),
  )
  return `{\n  ${bare?.name ?? '__typename'}\n}`
}

type Field = GraphQLField<unknown, unknown> | undefined

function print(name: string, args: string, type: ContentType, field: Field): string {
  const attributes = attributesBelow(field)
  const scalars = namesOf(type, attributes).slice(0, mostAttributes)
  const link = linkIn(type, field)
  const lines = [...scalars.map((each) => `        ${each}`), ...(link ? [link] : [])]
  return [
    '{',
    `  ${name}${args} {`,
    '    data {',
    '      id',
    ...(lines.length > 0 ? ['      attributes {', ...lines, '      }'] : []),
    '    }',
    '  }',
    '}',
  ].join('\n')
}

/** Returns the selection of a type's first relation to another `api::` type, with one scalar attribute of that type. */
function linkIn(type: ContentType, field: Field): string | undefined {
  const attributes = attributesBelow(field)
  for (const [name, attribute] of Object.entries(type.attributes)) {
    if (isScalar(attribute) || attribute.type !== 'relation' || attribute.target === undefined) continue
    if (attribute.target === type.uid || !attribute.target.startsWith('api::')) continue
    const target = attributesBelow(attributes?.getFields()[name])
    const [label] = Object.entries(target?.getFields() ?? {}).flatMap(([key, { type }]) =>
      isLeafType(getNamedType(type)) ? [key] : [],
    )
    if (label !== undefined)
      return `        ${name} {\n          data {\n            attributes {\n              ${label}\n            }\n          }\n        }`
  }
  return undefined
}

/** Returns the type of `data.attributes` in the result of a field. */
function attributesBelow(field: Field): GraphQLObjectType | undefined {
  return typeOfField(typeOfField(field, 'data'), 'attributes')
}

function typeOfField(from: Field | GraphQLObjectType, name: string): GraphQLObjectType | undefined {
  const type = from && 'args' in from ? getNamedType(from.type) : from
  if (!isObjectType(type)) return undefined
  const field = type.getFields()[name]
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
