import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import type { TextField } from './text-fields.js'

/**
 * Returns the parts of variables that take text, for a schema: all arguments of root fields, and each field
 * of each input type once.
 */
export function graphqlFields(schema: GraphQLSchema): readonly TextField[] {
  const seen = new Set<string>()
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const
  return roots.flatMap(([operation, type]) =>
    Object.values(type?.getFields() ?? {}).flatMap((field) =>
      field.args.flatMap((argument) =>
        placesIn(argument.type, [], seen).map((path) => fieldAt(operation, field, argument, path)),
      ),
    ),
  )
}

/** Returns the paths to scalars and enumerations. It leaves out fields of input types that were seen before. */
function placesIn(type: GraphQLInputType, path: readonly string[], seen: Set<string>): (readonly string[])[] {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return [path]
  return Object.values(named.getFields()).flatMap((field) => {
    const place = `${named.name}.${field.name}`
    if (seen.has(place)) return []
    seen.add(place)
    return placesIn(field.type, [...path, field.name], seen)
  })
}

function fieldAt(
  operation: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
  argument: GraphQLArgument,
  path: readonly string[],
): TextField {
  const others = field.args.filter((other) => other !== argument && isRequiredArgument(other))
  const all = [argument, ...others]
  const declared = all.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
  const passed = all.map(({ name }) => `${name}: $${name}`).join(', ')
  const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'
  const query = `${operation} (${declared}) { ${field.name}(${passed})${selection} }`
  const fixed = Object.fromEntries(others.map(({ name, type }) => [name, least(type)]))
  return {
    title: `${operation} ${field.name} ${[argument.name, ...path].join('.')}`,
    request: ({ text }) => ({
      title: field.name,
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { ...fixed, [argument.name]: valueAt(argument.type, path, text) } }),
    }),
  }
}

/** Returns a value with a text at a path, and the required fields beside it. */
function valueAt(type: GraphQLInputType, [name, ...rest]: readonly string[], text: string): unknown {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return [valueAt(nullable.ofType, name === undefined ? [] : [name, ...rest], text)]
  if (name === undefined || !isInputObjectType(nullable)) return text
  const field = nullable.getFields()[name]
  return { ...(least(nullable) as object), ...(field && { [name]: valueAt(field.type, rest, text) }) }
}

/** Returns a small value of a type. */
function least(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return []
  if (!isInputObjectType(nullable)) return nullable.name === 'String' ? 'x' : 1
  const required = Object.values(nullable.getFields()).filter(isRequiredInputField)
  return Object.fromEntries(required.map((field) => [field.name, least(field.type)]))
}
