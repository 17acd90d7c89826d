import type { Registry } from '@content-api/model'
import {
  GraphQLEnumType,
  GraphQLSchema,
  extendSchema,
  isObjectType,
  isTypeDefinitionNode,
  parse,
  print,
  validateSchema,
} from 'graphql'
import { enumValueNames } from '../enum-values.js'
import { enumName } from '../naming.js'
import { createScalars } from '../scalars.js'
import type { ShadowCrud } from '../../project/shadow-crud.js'
import type { OperationField, OperationModule, RecordOperation, Resolver, SchemaExtension } from '../service.js'
import { ExtensionErrors } from '../../project/extension-error.js'
import { extendBySdl } from './extend-by-sdl.js'
import type { RootField } from './root-fields.js'
import { generateSchema } from './type-definitions.js'

export interface SchemaParts {
  readonly registry: Registry
  readonly shadow: ShadowCrud
  readonly locales: readonly string[]
  readonly modules: readonly OperationModule[]
  readonly extension?: Pick<SchemaExtension, 'typeDefs' | 'resolves' | 'apply'>
  /** Adds resolvers to the generated fields, which the extension then wraps. */
  readonly addResolvers?: (schema: GraphQLSchema) => void
}

export interface CreatedSchema {
  readonly schema: GraphQLSchema
  /** The generated root fields, by `Query.x` and `Mutation.x`. */
  readonly fields: ReadonlyMap<string, RootField>
  /** The enabled operations of modules that return records, by `Mutation.x`. */
  readonly records: ReadonlyMap<string, RecordOperation>
}

/** Creates the GraphQL schema. @throws GraphQLError or Error for invalid SDL, and for resolvers without a field */
export function createSchema({
  registry,
  shadow,
  locales,
  modules,
  extension,
  addResolvers,
}: SchemaParts): CreatedSchema {
  const own = present(modules.map((module) => module.typeDefs))
  const additional = present([extension?.typeDefs])
  const isLeftOut = ({ crud }: OperationField) => crud !== undefined && !shadow.isActionEnabled(crud.type, crud.action)
  const leftOut = modules.flatMap(({ query = [], mutation = [] }) => [...query, ...mutation].filter(isLeftOut))
  const operations = (of: 'query' | 'mutation') =>
    modules.flatMap((module) => (module[of] ?? []).flatMap((field) => (isLeftOut(field) ? [] : [described(field)])))
  const { definitions, fields } = generateSchema(registry, shadow, {
    query: operations('query'),
    mutation: operations('mutation'),
    types: new Map(own.flatMap(typesOf)),
    typeDefs: additional,
  })
  // Scalars and enumerations are added as objects, since SDL can't define how they convert values.
  const leaves = [...Object.values(createScalars(registry, locales)), ...createEnums(registry)]
  const base = new GraphQLSchema({ types: leaves.filter(({ name }) => definitions.has(name)), assumeValid: true })
  const known = new Set(leaves.map(({ name }) => name))
  const sdl = [...definitions].flatMap(([name, text]) => (known.has(name) ? [] : [text]))
  const root = ['query: Query', ...(definitions.has('Mutation') ? ['mutation: Mutation'] : [])].join(' ')
  const generated = extendSchema(base, parse([`schema { ${root} }`, ...sdl].join('\n\n')))
  const isResolved = (path: string) => extension?.resolves(path) ?? false
  const schema = additional.reduce((extended, text) => extendBySdl(extended, text, isResolved), generated)
  const [mistake, ...others] = validateSchema(schema)
  if (mistake && others.length > 0) throw new ExtensionErrors([mistake, ...others].map(({ message }) => message))
  if (mistake) throw mistake
  const isOff = (field: string) => leftOut.some(({ sdl }) => sdl.startsWith(`${field}(`))
  for (const { resolvers = {} } of modules) {
    for (const [type, byField] of Object.entries(resolvers)) {
      for (const [field, resolver] of Object.entries(byField)) {
        if (!isOff(field)) attach(schema, type, field, resolver)
      }
    }
  }
  const records = modules.flatMap((module) => Object.entries(module.records ?? {}))
  if (extension) {
    addResolvers?.(schema)
    extension.apply(schema)
  }
  return { schema, fields, records: new Map(records.filter(([path]) => !isOff(path.slice(path.indexOf('.') + 1)))) }
}

const present = (texts: readonly (string | undefined)[]): string[] =>
  texts.filter((sdl) => sdl !== undefined).filter((sdl) => sdl.trim() !== '')

const described = ({ sdl, description }: OperationField) =>
  description === undefined ? sdl : `"""${description}"""\n  ${sdl}`

/** Returns the types in SDL by their names, so that unused types can be left out. */
function typesOf(sdl: string): (readonly [name: string, sdl: string])[] {
  return parse(sdl).definitions.flatMap((definition) =>
    isTypeDefinitionNode(definition) ? [[definition.name.value, print(definition)] as const] : [],
  )
}

function attach(schema: GraphQLSchema, typeName: string, fieldName: string, resolver: Resolver): void {
  const type = schema.getType(typeName)
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined
  if (!field) throw new Error(`There is a resolver for ${typeName}.${fieldName}, but no such field`)
  field.resolve = resolver
}

/** Creates the enumerations, which map names in GraphQL to stored values. */
function createEnums({ contentTypes, components }: Registry): GraphQLEnumType[] {
  return [...components.values(), ...contentTypes.values()].flatMap((schema) =>
    Object.entries(schema.attributes).flatMap(([name, attribute]) => {
      if (attribute.type !== 'enumeration') return []
      const values = [...enumValueNames(attribute.enum ?? [])].map(([value, called]) => [called, { value }])
      return [new GraphQLEnumType({ name: enumName(schema, name), values: Object.fromEntries(values) })]
    }),
  )
}
