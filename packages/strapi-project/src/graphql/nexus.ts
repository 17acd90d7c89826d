import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  defaultFieldResolver,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  printType,
  isAbstractType,
  isEnumType,
  isScalarType,
  version,
} from 'graphql'
import { ExtensionError, messageOf } from '@content-api/core/errors/extension-error'
import Module, { createRequire } from 'node:module'
import { join, sep } from 'node:path'

/** The part of nexus that the server uses. nexus is an optional peer dependency. */
export interface Nexus {
  makeSchema(config: {
    readonly types: unknown
    readonly plugins: readonly unknown[]
    readonly shouldGenerateArtifacts: false
  }): GraphQLSchema
}

type AnyResolver = GraphQLFieldResolver<unknown, unknown>

/** The additions of nexus types and plugins to the existing schema. */
export interface NexusAdditions {
  readonly typeDefs: string
  /** The added types. SDL lacks their resolvers and the functions of scalars and unions, which are copied from here. */
  readonly types: ReadonlyMap<string, GraphQLNamedType>
  readonly resolvers: ReadonlyMap<string, AnyResolver>
  /** Resolvers of plugins by `Type.field`. Each function wraps the existing resolver. */
  readonly wrappers: ReadonlyMap<string, (inner: AnyResolver) => AnyResolver>
}

/**
 * Builds nexus types together with the existing schema, and returns what they add to it.
 * @throws ExtensionError if nexus can't build a schema
 */
export function nexusAdditions(
  nexus: Nexus,
  base: GraphQLSchema,
  { types, plugins }: { readonly types: readonly unknown[]; readonly plugins: readonly unknown[] },
): NexusAdditions {
  const known = Object.values(base.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  )
  const placeholders = addPlaceholders(known)
  let schema: GraphQLSchema
  try {
    schema = nexus.makeSchema({ types: [known, types], plugins, shouldGenerateArtifacts: false })
  } catch (error) {
    throw new ExtensionError(`nexus can't build the types of an extension: ${messageOf(error)}`)
  }
  const sdl: string[] = []
  const added = new Map<string, GraphQLNamedType>()
  const resolvers = new Map<string, AnyResolver>()
  const wrappers = new Map<string, (inner: AnyResolver) => AnyResolver>()
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue
    const before = base.getType(type.name)
    if (!before) {
      added.set(type.name, type)
      sdl.push(printType(type))
      continue
    }
    if (isInputObjectType(type) && isInputObjectType(before)) {
      const known = before.getFields()
      sdl.push(...extension(type, ({ name }) => !Object.hasOwn(known, name)))
    }
    if (!isObjectType(type) || !isObjectType(before)) continue
    const fields = Object.values(type.getFields())
    // A field with other arguments or another type replaces the existing field.
    const own = fields.filter((field) => signature(field) !== signature(before.getFields()[field.name]))
    sdl.push(...extension(type, (field) => own.some(({ name }) => name === field.name)))
    for (const field of own) {
      if (isOwnResolver(field.resolve)) resolvers.set(`${type.name}.${field.name}`, field.resolve)
    }
    for (const field of fields) {
      if (own.includes(field)) continue
      const at = `${type.name}.${field.name}`
      const placeholder = placeholders.get(at)
      const { resolve } = field
      if (!placeholder || !resolve || resolve === placeholder.resolver) continue
      wrappers.set(at, (inner) => {
        placeholder.inner = inner
        return resolve
      })
    }
  }
  return { typeDefs: sdl.join('\n\n'), types: added, resolvers, wrappers }
}

function signature(field: GraphQLField<unknown, unknown> | undefined): string {
  const args = field?.args.map(({ name, type, defaultValue }) => [name, String(type), defaultValue])
  return JSON.stringify([args, String(field?.type)])
}

function isOwnResolver(resolve: unknown): resolve is AnyResolver {
  return typeof resolve === 'function' && resolve !== defaultFieldResolver
}

interface Placeholder {
  readonly resolver: AnyResolver
  inner: AnyResolver
}

/**
 * Gives each field a placeholder resolver. If the field later has another resolver, a plugin has wrapped the
 * placeholder.
 */
function addPlaceholders(types: readonly GraphQLNamedType[]): Map<string, Placeholder> {
  const found = new Map<string, Placeholder>()
  for (const type of types) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const placeholder: Placeholder = {
        inner: defaultFieldResolver,
        resolver: (parent, args, context, info) => placeholder.inner(parent, args, context, info),
      }
      field.resolve = placeholder.resolver
      found.set(`${type.name}.${field.name}`, placeholder)
    }
  }
  return found
}

/** Returns SDL that extends a type by some of its fields; none without such a field. */
function extension(
  type: GraphQLObjectType | GraphQLInputObjectType,
  isAdded: (field: { readonly name: string }) => boolean,
): string[] {
  const config = type.toConfig()
  const fields = Object.fromEntries(Object.entries(config.fields).filter(([name]) => isAdded({ name })))
  if (Object.keys(fields).length === 0) return []
  const Type = type.constructor as new (config: unknown) => GraphQLNamedType
  // Type extensions can't have a description.
  return [`extend ${printType(new Type({ ...config, description: null, interfaces: [], fields }))}`]
}

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

const ours = createRequire(import.meta.url)

/**
 * Returns a function that loads nexus of the project, or else of this package. It throws ExtensionError if
 * there is none, or if nexus doesn't load with the graphql of this server.
 */
export function nexusLoader(project: string | undefined): () => Nexus {
  const from = [...(project === undefined ? [] : [join(project, 'package.json')]), import.meta.url]
  return () => {
    for (const base of from) {
      const require = createRequire(base)
      let path: string
      try {
        path = require.resolve('nexus')
      } catch {
        continue
      }
      return loadsOurGraphql(path) ? (require(path) as Nexus) : loadWithOurGraphql(path)
    }
    throw new ExtensionError('An extension uses nexus, which is not installed: add "nexus" to the project.')
  }
}

/** Whether nexus loads the same graphql-js as this server. One graphql-js doesn't accept types of another one. */
function loadsOurGraphql(nexus: string): boolean {
  return graphqlOf(nexus) === ours.resolve('graphql')
}

/** Returns the path of the graphql that a module loads, or null. */
function graphqlOf(path: string): string | null {
  try {
    return createRequire(path).resolve('graphql')
  } catch {
    return null
  }
}

type Resolve = (request: string, parent: { readonly filename?: string } | undefined, ...more: unknown[]) => string

/**
 * Loads nexus again with the graphql of this server, instead of the version that Strapi 4 installs next to
 * nexus.
 * @throws ExtensionError if nexus doesn't work with it
 */
function loadWithOurGraphql(path: string): Nexus {
  const name = `${sep}nexus`
  const folder = path.slice(0, path.lastIndexOf(name + sep) + name.length)
  const resolver = Module as unknown as { _resolveFilename: Resolve }
  const resolve = resolver._resolveFilename
  // Node caches how a folder resolves a name for as long as the resolved module is cached.
  const theirs = graphqlOf(path)
  for (const file of Object.keys(ours.cache)) {
    if (file.startsWith(folder + sep) || file === theirs) delete ours.cache[file]
  }
  resolver._resolveFilename = (request, parent, ...more) => {
    const isGraphql = request === 'graphql' || request.startsWith('graphql/')
    return isGraphql && parent?.filename?.startsWith(folder + sep)
      ? ours.resolve(request)
      : resolve.call(Module, request, parent, ...more)
  }
  try {
    return ours(path) as Nexus
  } catch (error) {
    throw new ExtensionError(
      `nexus doesn't load with graphql ${version}, which this server uses (${messageOf(error)}): install nexus 1.3 in the project.`,
    )
  } finally {
    resolver._resolveFilename = resolve
  }
}
