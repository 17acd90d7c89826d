import type { ContentType, Registry } from '@content-api/model'
import { ExtensionError } from '../../errors/extension-error.js'
import { derivedNames, typeName } from '../naming.js'
import type { ShadowCrud } from './shadow-crud.js'
import { commonTypes, type Definitions, block, reachable } from './attribute-types.js'
import { type RootField, rootFields } from './root-fields.js'
import { isShown, schemaTypes } from './schema-types.js'

export interface ShadowSchema {
  /** The SDL of all generated types by their names. */
  readonly definitions: Definitions
  /** The generated root fields, by `Query.x` and `Mutation.x`. */
  readonly fields: ReadonlyMap<string, RootField>
}

/** SDL in addition to that of the model. */
export interface AdditionalSchema {
  readonly query: readonly string[]
  readonly mutation: readonly string[]
  /** The types that these root fields need. */
  readonly types: Definitions
  /** SDL that isn't part of the result. The result contains the generated types that this SDL refers to. */
  readonly typeDefs: readonly string[]
}

/**
 * Generates the schema of a model (specification §2.6 and §4.5) with additional root fields.
 * @throws ExtensionError if an extension disables all input fields of a mutation
 */
export function generateSchema(registry: Registry, shadow: ShadowCrud, additional: AdditionalSchema): ShadowSchema {
  const contentTypes = [...registry.contentTypes.values()].filter((type) => isShown(type) && shadow.isEnabled(type.uid))
  const components = [...registry.components.values()].filter(({ uid }) => shadow.isEnabled(uid))
  const schemas = [...components, ...contentTypes]
  const fields = rootFields(registry, shadow)
  const of = (parent: RootField['parent']) => fields.filter((field) => field.parent === parent).map(({ sdl }) => sdl)
  const types = new Map(schemas.flatMap((schema) => schemaTypes({ registry, shadow }, schema)))
  const members = schemas.map(typeName).filter((name) => types.get(name) !== '')
  const definitions = new Map([
    ...commonTypes,
    ...types,
    ['GenericMorph', members.length > 0 ? `union GenericMorph = ${members.join(' | ')}` : ''],
    ...additional.types,
    ['Query', block('type', 'Query', [...of('Query'), ...additional.query])],
    ['Mutation', block('type', 'Mutation', [...of('Mutation'), ...additional.mutation])],
  ])
  const stated = new Map([...definitions].filter(([, sdl]) => sdl !== ''))
  for (const type of contentTypes) requireInput(type, stated)
  return {
    definitions: reachable(stated, ['Query', 'Mutation'], additional.typeDefs),
    fields: new Map(fields.map((field) => [`${field.parent}.${field.name}`, field])),
  }
}

/** Checks the input of a type's mutations: GraphQL has no inputs without fields. @throws ExtensionError */
function requireInput(type: ContentType, definitions: Definitions): void {
  const input = derivedNames.input(typeName(type))
  // Bounded input: names and SDL of the project.
  const takesIt = new RegExp(String.raw`\b${input}\b`)
  if (definitions.has(input) || !takesIt.test(definitions.get('Mutation') ?? '')) return
  throw new ExtensionError(
    `${input} has no fields, and mutations of ${type.uid} need one: enable a field, or disable its mutations as well.`,
  )
}
