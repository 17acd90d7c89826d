import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isObjectType,
  isScalarType,
} from 'graphql'
import type { NexusAdditions } from './nexus-types.js'

/** Copies resolvers and functions of nexus types to the types of the schema: SDL can't contain them. */
export function putNexusTypes(schema: GraphQLSchema, { types, resolvers }: NexusAdditions): void {
  for (const [name, source] of types) {
    const target = schema.getType(name)
    if (target) copyBehaviour(source, target)
  }
  for (const [path, resolve] of resolvers) {
    const [typeName = '', fieldName = ''] = path.split('.')
    const type = schema.getType(typeName)
    const field = isObjectType(type) ? type.getFields()[fieldName] : undefined
    if (field) field.resolve = resolve
  }
}

function copyBehaviour(source: GraphQLNamedType, target: GraphQLNamedType): void {
  if (isObjectType(source) && isObjectType(target)) {
    const fields = target.getFields()
    for (const { name, resolve } of Object.values(source.getFields())) {
      const field = fields[name]
      if (field && resolve) field.resolve = resolve
    }
    target.isTypeOf = source.isTypeOf
  } else if (isScalarType(source) && isScalarType(target)) {
    target.serialize = source.serialize
    target.parseValue = source.parseValue
    target.parseLiteral = source.parseLiteral
  } else if (isAbstractType(source) && isAbstractType(target)) {
    target.resolveType = source.resolveType
  } else if (isEnumType(source) && isEnumType(target)) {
    for (const value of target.getValues()) value.value = source.getValue(value.name)?.value ?? value.value
  }
}
