import type { Registry } from '@content-api/model'
import { extendSchema, GraphQLEnumType, type GraphQLScalarType, GraphQLSchema, parse } from 'graphql'
import { enumValueNames } from '../enum-values.js'
import { enumName } from '../naming.js'
import type { Definitions } from './attribute-types.js'

/**
 * Builds a schema from its generated definitions. Scalars and enumerations are added as objects, since SDL
 * can't define how they convert values.
 */
export function buildGeneratedSchema(
  definitions: Definitions,
  leaves: readonly (GraphQLScalarType | GraphQLEnumType)[],
): GraphQLSchema {
  const base = new GraphQLSchema({ types: leaves.filter(({ name }) => definitions.has(name)), assumeValid: true })
  const known = new Set(leaves.map(({ name }) => name))
  const sdl = [...definitions].flatMap(([name, text]) => (known.has(name) ? [] : [text]))
  const root = ['query: Query', ...(definitions.has('Mutation') ? ['mutation: Mutation'] : [])].join(' ')
  return extendSchema(base, parse([`schema { ${root} }`, ...sdl].join('\n\n')))
}

/** Creates the enumerations, which map names in GraphQL to stored values. */
export function createEnums({ contentTypes, components }: Registry): GraphQLEnumType[] {
  return [...components.values(), ...contentTypes.values()].flatMap((schema) =>
    Object.entries(schema.attributes).flatMap(([name, attribute]) => {
      if (attribute.type !== 'enumeration') return []
      const values = [...enumValueNames(attribute.enum ?? [])].map(([value, called]) => [called, { value }])
      return [new GraphQLEnumType({ name: enumName(schema, name), values: Object.fromEntries(values) })]
    }),
  )
}
