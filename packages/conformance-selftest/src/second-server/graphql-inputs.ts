import { GraphQLID, GraphQLInputObjectType, GraphQLList, GraphQLString } from 'graphql'
import type { Extensions } from './extensions.js'
import { filterInputOf, idFilterInput, scalarOf, ZoneInput } from './graphql-types.js'
import { type Attribute, isToMany, type Schema, valueAttributes } from './schema.js'
import type { Store } from './store.js'

export const pascal = (name: string) =>
  name.replaceAll(/(^|[-.])([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())
export const camel = (name: string) => pascal(name).replace(/^./, (letter) => letter.toLowerCase())

export const nameOf = (schema: Schema) => `${schema.component ? 'Component' : ''}${pascal(schema.singular)}`

/** Returns the value of a key, which the function creates if the map lacks it. */
export const once = <T>(map: Map<string, T>, key: string, make: () => T): T => {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}

/** Returns functions that create the filters and the inputs of a content type, each once. */
export function createInputTypes(store: Store, extensions: Extensions) {
  const filterTypes = new Map<string, GraphQLInputObjectType>()
  const inputs = new Map<string, GraphQLInputObjectType>()

  /** Returns the fields that no extension disables in this part. Omits relations to disabled content types. */
  const shown = <T>(
    schema: Schema,
    part: 'output' | 'input' | 'filters',
    fields: Readonly<Record<string, T>>,
  ): Record<string, T> =>
    Object.fromEntries(
      Object.entries(fields).filter(([name]) => {
        const target = schema.attributes[name]?.target
        return (
          extensions.shadowCRUD(schema.uid).field(name).has(part) &&
          (target === undefined || extensions.shadowCRUD(target).isEnabled())
        )
      }),
    )

  const filtersInput = (schema: Schema): GraphQLInputObjectType =>
    once(filterTypes, schema.uid, () => {
      const input: GraphQLInputObjectType = new GraphQLInputObjectType({
        name: `${nameOf(schema)}FiltersInput`,
        fields: () =>
          shown(schema, 'filters', {
            ...Object.fromEntries(
              Object.entries(valueAttributes(schema)).map(([name, attribute]) => [
                name,
                { type: name === 'id' || name === 'documentId' ? idFilterInput : filterInputOf(attribute) },
              ]),
            ),
            ...Object.fromEntries(
              Object.entries(schema.attributes)
                .filter(([, { type }]) => type === 'relation' || type === 'component')
                .map(([name, { target, component }]) => [
                  name,
                  { type: filtersInput(store.schemaOf(target ?? component)) },
                ]),
            ),
            and: { type: new GraphQLList(input) },
            or: { type: new GraphQLList(input) },
            not: { type: input },
          }),
      })
      return input
    })

  const inputType = (schema: Schema): GraphQLInputObjectType =>
    once(
      inputs,
      schema.uid,
      () =>
        new GraphQLInputObjectType({
          name: `${nameOf(schema)}Input`,
          fields: () =>
            shown(schema, 'input', {
              ...Object.fromEntries(
                Object.entries(schema.attributes).map(([name, attribute]) => [name, { type: inputOf(attribute) }]),
              ),
              ...Object.fromEntries(
                ['createdAt', 'updatedAt', 'publishedAt'].map((name) => [
                  name,
                  { type: scalarOf({ type: 'datetime' }) },
                ]),
              ),
            }),
        }),
    )
  const inputOf = (attribute: Attribute) => {
    if (attribute.type === 'relation' || attribute.type === 'media')
      return isToMany(attribute) || attribute.multiple ? new GraphQLList(GraphQLID) : GraphQLID
    if (attribute.type === 'dynamiczone') return new GraphQLList(ZoneInput)
    if (attribute.type === 'component')
      return attribute.repeatable
        ? new GraphQLList(inputType(store.schemaOf(attribute.component)))
        : inputType(store.schemaOf(attribute.component))
    return attribute.type === 'password' ? GraphQLString : scalarOf(attribute)
  }

  return { shown, filtersInput, inputType }
}
