import type { Registry } from '@content-api/model'
import { addResolversToSchema } from '@graphql-tools/schema'
import { type GraphQLSchema, isObjectType } from 'graphql'
import { actionProblem } from '../../auth/check-actions.js'
import { createSchema } from '../schema/create-schema.js'
import { rootFields } from '../schema/root-fields.js'
import type { OperationSchema, Resolver, SchemaExtension } from '../service.js'
import { addedFields } from './added-fields.js'
import { authorization, scopesOf } from './authorization.js'
import { ExtensionError, isRecord, MissingPart, unknownName } from '../../project/extension-error.js'
import {
  type ExtensionHost,
  type ExtensionService,
  type Register,
  createExtensionHost,
} from '../../project/extension-host.js'
import {
  type ExtensionInput,
  type ExtensionParts,
  type ResolverOptions,
  checkParts,
} from '../../project/extension-input.js'
import { type Nexus, type NexusAdditions, nexusAdditions } from './nexus-types.js'
import { putNexusTypes } from './put-nexus-types.js'
import { type FindRegistered, bindMiddleware, bindPolicy } from '../../project/registered.js'
import { type Chain, chainAround, defaultResolver } from './resolver-chain.js'
import { createShadowSwitches } from '../../project/shadow-crud.js'

export interface BuildExtensionOptions {
  readonly registry: Registry
  /** Called one after the other. */
  readonly registers: readonly Register[]
  /** Called when the schema can't be changed any more. */
  readonly bootstrap?: Register
  /** Whether Shadow CRUD generates anything at all (`graphql.config.shadowCRUD`). */
  readonly shadowCRUD: boolean
  readonly locales: readonly string[]
  /** Operations that extensions may configure as well. */
  readonly operations: readonly OperationSchema[]
  readonly find: FindRegistered
  /** @throws ExtensionError when it isn't installed */
  readonly loadNexus: () => Nexus
  /** What extensions find at `strapi` beside the extension service. */
  readonly services?: Readonly<Record<string, unknown>>
}

/** What a bootstrap does beside extending the schema, such as seeding, is for the service it was written for. */
async function runBootstrap(bootstrap: Register | undefined, strapi: ExtensionHost): Promise<void> {
  try {
    await bootstrap?.({ strapi })
  } catch (error) {
    if (!(error instanceof MissingPart)) throw error
    process.emitWarning(`The project's bootstrap was not run to its end. ${error.message}`)
  }
}

/**
 * Runs the extensions of a project (specification §4.6).
 * @throws ExtensionError for whatever in them names something that doesn't exist, or makes no sense
 */
export async function buildExtension(options: BuildExtensionOptions): Promise<SchemaExtension> {
  const { registry, registers, find } = options
  const shadow = createShadowSwitches(registry)
  const inputs: ExtensionInput[] = []
  const service: ExtensionService = {
    shadowCRUD: (uid) => shadow.shadowCRUD(uid),
    use(extension) {
      if (typeof extension !== 'function') checkParts(extension)
      inputs.push(extension)
      return service
    },
  }
  const strapi = createExtensionHost(service, options.services)
  for (const register of registers) await register({ strapi })
  if (!options.shadowCRUD) {
    for (const { uid } of registry.contentTypes.values()) if (uid.startsWith('api::')) shadow.shadowCRUD(uid).disable()
  }
  shadow.seal()
  await runBootstrap(options.bootstrap, strapi)
  const tools = {
    strapi,
    get nexus() {
      return options.loadNexus()
    },
  }
  const parts = inputs.map((input) => checkParts(typeof input === 'function' ? input(tools) : input))
  const sdl = parts.flatMap(({ typeDefs }) => typeDefs ?? [])
  const ofNexus = fromNexus(options, shadow, parts, sdl)
  const typeDefs = [...sdl, ...(ofNexus ? [ofNexus.typeDefs] : [])].filter((text) => text.trim() !== '').join('\n\n')
  const resolvers = parts.flatMap((part) => (part.resolvers ? [part.resolvers] : []))
  const configured = new Map(parts.flatMap((part) => Object.entries(part.resolversConfig ?? {})))
  const own = new Set([...addedFields(typeDefs), ...resolvers.flatMap(resolverPaths)])
  const generated = new Map(rootFields(registry, shadow).map((field) => [`${field.parent}.${field.name}`, field]))
  const chains = new Map<string, Chain>()
  for (const path of new Set([...own, ...configured.keys()])) {
    const resolverOptions = configured.get(path) ?? {}
    const { auth, policies = [], middlewares = [] } = resolverOptions
    checkScopes(registry, path, auth)
    const chain: Chain = {
      authorize: authorization({ path, auth, generated: generated.get(path), own: own.has(path) }),
      policies: await Promise.all(policies.map((reference) => bindPolicy(reference, strapi, find))),
      middlewares: await Promise.all(middlewares.map((reference) => bindMiddleware(reference, strapi, find))),
    }
    chains.set(path, chain)
  }
  const touched = new Set([...chains.keys(), ...(ofNexus?.wrappers.keys() ?? [])])
  return {
    typeDefs,
    shadow,
    touches: (typeName, fieldName) => touched.has(`${typeName}.${fieldName}`),
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

/** null when no extension comes with nexus, which then isn't loaded. */
function fromNexus(
  { registry, locales, operations, loadNexus }: BuildExtensionOptions,
  shadow: SchemaExtension['shadow'],
  parts: readonly ExtensionParts[],
  sdl: readonly string[],
): NexusAdditions | null {
  const types = parts.flatMap((part) => part.types ?? [])
  const plugins = parts.flatMap((part) => part.plugins ?? [])
  if (types.length === 0 && plugins.length === 0) return null
  const modules = [...operations, ...sdl.map((typeDefs) => ({ typeDefs }))]
  const { schema } = createSchema({ registry, shadow, locales, modules })
  return nexusAdditions(loadNexus(), schema, { types, plugins })
}

function checkScopes(registry: Registry, path: string, auth: ResolverOptions['auth']): void {
  for (const scope of scopesOf(auth)) {
    const problem = actionProblem(scope, registry)
    if (problem !== null) throw new ExtensionError(`The scope of ${path}: ${problem}`)
  }
}

/** `Type.field` of every resolver; what begins with `__` is about the type itself. */
function resolverPaths(resolvers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(resolvers).flatMap(([type, fields]) =>
    isRecord(fields) && Object.getPrototypeOf(fields) === Object.prototype
      ? Object.keys(fields).flatMap((field) => (field.startsWith('__') ? [] : [`${type}.${field}`]))
      : [],
  )
}

function putResolvers(schema: GraphQLSchema, resolvers: Readonly<Record<string, unknown>>): void {
  for (const [name, fields] of Object.entries(resolvers)) {
    const type = schema.getType(name)
    if (!type) throw unknownName('The type of a resolver,', name, Object.keys(schema.getTypeMap()))
    if (!isObjectType(type) || !isRecord(fields)) continue
    for (const field of Object.keys(fields)) if (!field.startsWith('__')) requireField(schema, `${name}.${field}`)
  }
  addResolversToSchema({ schema, resolvers: resolvers as never, updateResolversInPlace: true })
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
