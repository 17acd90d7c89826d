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

/** Attributes in the example: enough to see what comes back. */
const mostAttributes = 4

/**
 * A query that this schema answers: the first list with its first attributes and one relation, else a single type, else any field.
 * Made from the schema, so that it leaves out what extensions disable.
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

/** The relation of a type with the first attribute of what it leads to. */
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

/** The object of attributes in the response of a field: `data.attributes`. */
function attributesBelow(field: Field): GraphQLObjectType | undefined {
  return below(below(field, 'data'), 'attributes')
}

function below(from: Field | GraphQLObjectType, name: string): GraphQLObjectType | undefined {
  const type = from && 'args' in from ? getNamedType(from.type) : from
  if (!isObjectType(type)) return undefined
  const field = type.getFields()[name]
  const next = field && getNamedType(field.type)
  return isObjectType(next) ? next : undefined
}

/** The declared attributes that are values, in the order of the schema file. */
function namesOf({ declared }: ContentType, attributes: GraphQLObjectType | undefined): string[] {
  const shown = attributes?.getFields() ?? {}
  return Object.entries(declared).flatMap(([name, attribute]) =>
    isScalar(attribute) && shown[name] && isLeafType(getNamedType(shown[name].type)) ? [name] : [],
  )
}
