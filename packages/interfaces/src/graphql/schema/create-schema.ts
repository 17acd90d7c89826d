import type { Registry } from '@content-api/model'
import {
  type GraphQLSchema,
  extendSchema,
  isObjectType,
  isTypeDefinitionNode,
  parse,
  print,
  validateSchema,
  type DefinitionNode,
  type DocumentNode,
  Kind,
  type TypeExtensionNode,
} from 'graphql'
import type { ShadowCrud } from './shadow-crud.js'
import type {
  ExecutionScope,
  OperationField,
  OperationModule,
  RecordOperation,
  Resolver,
  SchemaExtension,
  SchemaShape,
} from '../contracts.js'
import { ExtensionErrors, ExtensionError, checkAll, messageOf } from '@content-api/core/errors/extension-error'
import type { RootField } from './root-fields.js'
import { buildGeneratedSchema, createEnums } from './build-generated-schema.js'

interface SchemaParts {
  readonly registry: Registry
  readonly shape: SchemaShape
  readonly shadow: ShadowCrud
  readonly locales: readonly string[]
  readonly modules: readonly OperationModule[]
  readonly extension?: Pick<SchemaExtension, 'typeDefs' | 'resolves' | 'apply'>
  /** Returns what operations run with, once the schema exists. Absent if the schema is only printed. */
  readonly scope?: () => ExecutionScope
}

interface CreatedSchema {
  readonly schema: GraphQLSchema
  /** The generated root fields, by `Query.x` and `Mutation.x`. */
  readonly fields: ReadonlyMap<string, RootField>
  /** The enabled operations of modules that return records, by `Mutation.x`. */
  readonly records: ReadonlyMap<string, RecordOperation>
}

/** Creates the GraphQL schema. @throws GraphQLError or Error for invalid SDL, and for resolvers without a field */
export function createSchema(parts: SchemaParts): CreatedSchema {
  const { registry, shape, shadow, locales, modules, extension, scope } = parts
  const own = present(modules.map((module) => module.typeDefs))
  const additional = present([extension?.typeDefs])
  const isLeftOut = ({ crud }: OperationField) => crud !== undefined && !shadow.isActionEnabled(crud.type, crud.action)
  const leftOut = modules.flatMap(({ query = [], mutation = [] }) => [...query, ...mutation].filter(isLeftOut))
  const operations = (of: 'query' | 'mutation') =>
    modules.flatMap((module) => (module[of] ?? []).flatMap((field) => (isLeftOut(field) ? [] : [described(field)])))
  const { definitions, fields } = shape.generateSchema(registry, shadow, {
    query: operations('query'),
    mutation: operations('mutation'),
    types: new Map(own.flatMap(typesOf)),
    typeDefs: additional,
  })
  const generated = buildGeneratedSchema(definitions, [
    ...shape.createScalars(registry, locales),
    ...createEnums(registry),
  ])
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
  extension?.apply(schema, scope ?? null)
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

const extensionKinds = {
  [Kind.ENUM_TYPE_DEFINITION]: Kind.ENUM_TYPE_EXTENSION,
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: Kind.INPUT_OBJECT_TYPE_EXTENSION,
  [Kind.INTERFACE_TYPE_DEFINITION]: Kind.INTERFACE_TYPE_EXTENSION,
  [Kind.OBJECT_TYPE_DEFINITION]: Kind.OBJECT_TYPE_EXTENSION,
  [Kind.SCALAR_TYPE_DEFINITION]: Kind.SCALAR_TYPE_EXTENSION,
  [Kind.UNION_TYPE_DEFINITION]: Kind.UNION_TYPE_EXTENSION,
}

/** Returns whether an extension has a resolver for a field (`Type.field`). */
type IsResolved = (path: string) => boolean

/**
 * Adds the types of an extension to a schema. The definition of an existing type extends it: in Strapi 4
 * `type Query` means the same as `extend type Query`. The definition of an existing field replaces it, if the
 * extension has a resolver for the field. The replaced field is deleted from `schema`, which must not be used
 * afterwards.
 * @throws ExtensionError for SDL that conflicts with the schema
 */
function extendBySdl(schema: GraphQLSchema, typeDefs: string, isResolved: IsResolved): GraphQLSchema {
  try {
    const document = parse(typeDefs)
    removeReplacedFields(schema, document, isResolved)
    const known = new Set(Object.keys(schema.getTypeMap()))
    const definitions = document.definitions.map((definition) => {
      if (!definesType(definition)) return definition
      const name = definition.name.value
      if (known.has(name)) return { ...definition, kind: extensionKinds[definition.kind] } as TypeExtensionNode
      known.add(name)
      return definition
    })
    return extendSchema(schema, { ...document, definitions })
  } catch (error) {
    if (error instanceof ExtensionError) throw error
    const reason = messageOf(error)
    throw new ExtensionError(`The types of an extension don't fit the schema: ${reason}`)
  }
}

/**
 * Deletes fields that an extension replaces.
 * @throws ExtensionError if the extension has no resolver for such a field
 */
function removeReplacedFields(schema: GraphQLSchema, { definitions }: DocumentNode, isResolved: IsResolved): void {
  for (const definition of definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue
    const type = schema.getType(definition.name.value)
    if (!isObjectType(type)) continue
    const known = type.getFields()
    const remove = (name: string) => {
      const path = `${type.name}.${name}`
      if (!isResolved(path)) {
        const message = `The types of an extension define ${path}, which is there already`
        throw new ExtensionError(`${message}. Add a resolver for it to replace it, or remove the field.`)
      }
      delete known[name]
    }
    const names = (definition.fields ?? []).map(({ name }) => name.value)
    checkAll(names.filter((name) => Object.hasOwn(known, name)).map((name) => () => remove(name)))
  }
}

function definesType(
  definition: DefinitionNode,
): definition is Extract<DefinitionNode, { readonly kind: keyof typeof extensionKinds }> {
  return Object.hasOwn(extensionKinds, definition.kind)
}
