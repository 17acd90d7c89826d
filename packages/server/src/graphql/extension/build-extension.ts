import { type Registry, isRecord } from '@content-api/model'
import { addResolversToSchema } from '@graphql-tools/schema'
import { type DocumentNode, type GraphQLSchema, Kind, isObjectType, parse } from 'graphql'
import type { Caller } from '../../entries/caller.js'
import { ApiError } from '../../errors/api-error.js'
import { withTimeout } from '../../errors/project-fault.js'
import { createSchema } from '../schema/create-schema.js'
import { rootFields } from '../schema/root-fields.js'
import type { OperationSchema, Resolver, SchemaExtension } from '../service.js'
import { authorization, standsInPlace } from './authorization.js'
import { runAs } from '../../project/current-host.js'
import { ExtensionError, checkKeys, unknownName } from '../../project/extension-error.js'
import { guarded } from '../../project/guarded.js'
import { readHookExtensions } from './read-hooks.js'
import { checkParts, checkScopes } from '../../project/extension-input.js'
import type { ExtensionParts, PolicyContext, ResolverMiddleware } from '../../project/project-types.js'
import { mergeOptions } from './merge-options.js'
import { type Nexus, type NexusAdditions, nexusAdditions } from './nexus-types.js'
import { putNexusTypes } from './put-nexus-types.js'
import type { RegisteredProject } from '../../project/register-project.js'
import { bindMiddleware, bindPolicy } from '../../project/registered.js'
import { type Chain, chainAround, defaultResolver } from './resolver-chain.js'

export interface BuildExtensionOptions {
  readonly registry: Registry
  readonly project: RegisteredProject
  readonly locales: readonly string[]
  /** Operations that extensions may configure as well. */
  readonly operations: readonly OperationSchema[]
  /** Milliseconds that a resolver may take, with its policies and middlewares. */
  readonly milliseconds: number
  /** @throws ExtensionError when it isn't installed */
  readonly loadNexus: () => Nexus
}

/**
 * Makes of a project's extensions (specification §4.6) what changes the schema.
 * @throws ExtensionError for whatever in them names something that doesn't exist, or makes no sense
 */
export async function buildExtension(options: BuildExtensionOptions): Promise<SchemaExtension> {
  const { registry, project, milliseconds } = options
  const { strapi, shadow, find } = project
  const tools = {
    strapi,
    typeRegistry: guarded('typeRegistry', {}),
    get nexus() {
      return options.loadNexus()
    },
  }
  const parts = await runAs(strapi, async () =>
    Promise.all(
      [...readHookExtensions(project), ...project.extensions].map(async (input) =>
        checkParts(typeof input === 'function' ? await input(tools) : input),
      ),
    ),
  )
  const sdl = parts.flatMap(({ typeDefs }) => typeDefs ?? [])
  const resolvers = parts.flatMap((part) => (part.resolvers ? [part.resolvers] : []))
  const answered = resolvers.flatMap((given) => resolverPaths(given, isResolver))
  const resolved = new Set(answered)
  tellRepeated(answered)
  const bySdl = (path: string) => resolved.has(path)
  const ofNexus = fromNexus(options, parts, { sdl, resolves: bySdl })
  const typeDefs = [...sdl, ...(ofNexus ? [ofNexus.typeDefs] : [])].filter((text) => text.trim() !== '').join('\n\n')
  const configured = mergeOptions(parts)
  const own = new Set([...addedFields(typeDefs), ...resolvers.flatMap((given) => resolverPaths(given))])
  const generated = new Map(rootFields(registry, shadow).map((field) => [`${field.parent}.${field.name}`, field]))
  const chains = new Map<string, Chain>()
  for (const path of new Set([...own, ...configured.keys()])) {
    const resolverOptions = configured.get(path) ?? {}
    const { auth, policies = [], middlewares = [] } = resolverOptions
    checkScopes(path, auth, project.actions)
    const chain: Chain = {
      authorize: authorization({ path, auth, generated: generated.get(path), own: own.has(path) }),
      policies: await Promise.all(policies.map((given) => bindPolicy<PolicyContext>(given, strapi, find))),
      middlewares: await Promise.all(
        middlewares.map((given) => bindMiddleware<ResolverMiddleware>(given, strapi, find, 'options')),
      ),
      run: (work) => runAs(strapi, () => withTimeout(path, milliseconds, work)),
      entriesOf: project.entriesOf,
    }
    chains.set(path, chain)
  }
  const touched = new Set([...chains.keys(), ...(ofNexus?.wrappers.keys() ?? [])])
  return {
    typeDefs,
    shadow,
    resolves: (path) => bySdl(path) || ofNexus?.resolvers.has(path) === true,
    touches: (typeName, fieldName) => touched.has(`${typeName}.${fieldName}`),
    handsOver(typeName, fieldName) {
      const path = `${typeName}.${fieldName}`
      return (chains.get(path)?.middlewares.length ?? 0) > 0 || ofNexus?.wrappers.has(path) === true
    },
    hides: (path, caller) => isHidden(chains.get(path), caller),
    authorize: (path, caller) => void chains.get(path)?.authorize?.(caller),
    opens: (typeName, fieldName) => standsInPlace(configured.get(`${typeName}.${fieldName}`)?.auth),
    apply(schema) {
      if (ofNexus) putNexusTypes(schema, ofNexus)
      for (const given of resolvers) putResolvers(schema, given)
      for (const [path, wrap] of ofNexus?.wrappers ?? []) {
        replace(schema, path, (inner) => wrap(inner as never))
      }
      for (const [path, chain] of chains) surround(schema, path, chain)
    },
  }
}

/** What a policy says depends on the request, which a sort or a filter doesn't ask. */
function isHidden(chain: Chain | undefined, caller: Caller): boolean {
  if (!chain) return false
  if (chain.policies.length > 0) return true
  try {
    chain.authorize?.(caller)
    return false
  } catch (error) {
    if (error instanceof ApiError) return true
    throw error
  }
}

/** As in Strapi 4 the last one answers; those before it are lost, which nobody would see otherwise. */
function tellRepeated(paths: readonly string[]): void {
  const repeated = new Set(paths.filter((path, index) => paths.indexOf(path) !== index))
  for (const path of repeated)
    process.emitWarning(`Several extensions have a resolver for ${path}: the last one answers.`)
}

/** null when no extension comes with nexus, which then isn't loaded. */
function fromNexus(
  { registry, project, locales, operations, loadNexus }: BuildExtensionOptions,
  parts: readonly ExtensionParts[],
  { sdl, resolves }: Pick<SchemaExtension, 'resolves'> & { readonly sdl: readonly string[] },
): NexusAdditions | null {
  const types = parts.flatMap((part) => part.types ?? [])
  const plugins = parts.flatMap((part) => part.plugins ?? [])
  if (types.length === 0 && plugins.length === 0) return null
  const onto = (typeDefs: string) => {
    const extension = { typeDefs, resolves, apply: () => undefined }
    const { shadow } = project
    const { schema } = createSchema({ registry, shadow, locales, modules: operations, extension })
    return nexusAdditions(loadNexus(), schema, { types, plugins })
  }
  try {
    return onto(sdl.join('\n\n'))
  } catch (mistake) {
    // As in Strapi 4, SDL may name types of nexus, too: those are then made without it.
    try {
      return onto('')
    } catch {
      throw mistake
    }
  }
}

/** `Type.field` of every field that SDL adds, to an existing type or to one of its own. @throws ExtensionError */
function addedFields(typeDefs: string): string[] {
  if (typeDefs.trim() === '') return []
  let document: DocumentNode
  try {
    document = parse(typeDefs)
  } catch (error) {
    throw new ExtensionError(`typeDefs can't be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OBJECT_TYPE_EXTENSION && definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return []
    return (definition.fields ?? []).map(({ name }) => `${definition.name.value}.${name.value}`)
  })
}

/** `Type.field` of every resolver, or of those that `fit`; what begins with `__` is about the type itself. */
function resolverPaths(
  resolvers: Readonly<Record<string, unknown>>,
  fit: (resolver: unknown) => boolean = () => true,
): string[] {
  return Object.entries(resolvers).flatMap(([type, fields]) =>
    isRecord(fields) && Object.getPrototypeOf(fields) === Object.prototype
      ? Object.keys(fields).flatMap((field) =>
          field.startsWith('__') || !fit(fields[field]) ? [] : [`${type}.${field}`],
        )
      : [],
  )
}

/** What graphql-tools takes may also be a description alone. */
const isResolver = (given: unknown): boolean =>
  typeof given === 'function' || (isRecord(given) && typeof given['resolve'] === 'function')

function putResolvers(schema: GraphQLSchema, resolvers: Readonly<Record<string, unknown>>): void {
  for (const [name, fields] of Object.entries(resolvers)) {
    const type = schema.getType(name)
    if (!type) throw unknownName('The type of a resolver,', name, Object.keys(schema.getTypeMap()))
    if (!isObjectType(type) || !isRecord(fields)) continue
    for (const [field, resolver] of Object.entries(fields)) {
      if (field.startsWith('__')) continue
      requireField(schema, `${name}.${field}`)
      checkResolver(`${name}.${field}`, resolver)
    }
  }
  addResolversToSchema({ schema, resolvers: resolvers as never, updateResolversInPlace: true })
}

/** @throws ExtensionError for a resolver with what stands elsewhere: a policy that nobody asks would be worse than none */
function checkResolver(path: string, resolver: unknown): void {
  if (!isRecord(resolver)) return
  const misplaced = ['auth', 'policies', 'middlewares'].find((key) => Object.hasOwn(resolver, key))
  if (misplaced !== undefined) {
    throw new ExtensionError(`"${misplaced}" of ${path} belongs in resolversConfig: { '${path}': { ${misplaced} } }.`)
  }
  checkKeys(`the resolver of ${path}`, resolver, ['resolve', 'description', 'deprecationReason', 'extensions'])
}

function requireField(schema: GraphQLSchema, path: string) {
  const [typeName = '', fieldName = ''] = path.split('.')
  const type = schema.getType(typeName)
  if (!isObjectType(type)) throw unknownName('The type', typeName, Object.keys(schema.getTypeMap()))
  const fields = type.getFields()
  const field = fields[fieldName]
  if (!field) throw unknownName(`The field of ${typeName}`, fieldName, Object.keys(fields))
  return field
}

/** A field of an extension without resolver and options is read as any other: nothing stands around it. */
function surround(schema: GraphQLSchema, path: string, chain: Chain): void {
  const { resolve } = requireField(schema, path)
  const empty = !chain.authorize && chain.policies.length === 0 && chain.middlewares.length === 0
  if (!empty || resolve !== undefined) replace(schema, path, (inner) => chainAround(chain, inner))
}

function replace(schema: GraphQLSchema, path: string, make: (inner: Resolver) => Resolver): void {
  const field = requireField(schema, path)
  field.resolve = make((field.resolve as Resolver | undefined) ?? defaultResolver)
}
