import { isRecord } from '@content-api/model'
import { addResolversToSchema } from '@graphql-tools/schema'
import { type DocumentNode, type GraphQLSchema, Kind, isObjectType, parse } from 'graphql'
import type { Caller } from '@content-api/core/entries/caller'
import { ApiError } from '@content-api/engine/errors'
import { withTimeout } from '@content-api/core/errors/project-fault'
import { createSchema } from '@content-api/interfaces/graphql/schema/create-schema'
import type { OperationSchema, Resolver, SchemaExtension } from '@content-api/interfaces/graphql/contracts'
import { contextOf } from '../code/routes/caller-context.js'
import {
  authorization,
  replacesPermission,
  type Chain,
  chainAround,
  defaultResolver,
  runForCaller,
} from './resolver-chain.js'
import { runAs } from '../code/host/current-host.js'
import {
  attempting,
  attemptingSync,
  ExtensionError,
  checkAll,
  checkKeys,
  messageOf,
  unknownName,
} from '@content-api/core/errors/extension-error'
import { guarded } from '../code/host/guarded.js'
import { checkParts, checkScopes, noEffect, scopesOf, withFlatConfig } from '../code/check-extension.js'
import type { ExtensionInput, ExtensionParts, PolicyContext, ResolverOptions } from '../code/project-types.js'
import { addGeneratedResolvers } from './generated-resolvers.js'
import { reportIncompleteEntries } from './hydrate-output.js'
import { type Nexus, type NexusAdditions, nexusAdditions, nexusLoader, putNexusTypes } from './nexus.js'
import type { ProjectExtensionOptions } from './open-extension.js'
import type { ResolverScope } from './extension-shape.js'
import type { ExtendedFields } from './resolver-form.js'
import { bindPolicy, bindResolverMiddleware } from '../code/routes/policies-and-middlewares.js'

/**
 * Combines all extensions of a project (specification §4.6) into one.
 * @param operations the operations of the server that extensions may configure too
 * @throws ExtensionError for unknown names and other mistakes in the extensions
 */
export async function buildExtension(
  options: ProjectExtensionOptions,
  operations: readonly OperationSchema[],
): Promise<SchemaExtension> {
  const { registry, project, config, folder, shape } = options
  const loadNexus = nexusLoader(folder)
  const { strapi, shadow, find } = project
  const tools = {
    strapi,
    typeRegistry: guarded('typeRegistry', {}),
    get nexus() {
      return loadNexus()
    },
  }
  const { onMistake } = options
  const attemptSync = attemptingSync(onMistake)
  const run = <Result>(path: string, work: () => Result | PromiseLike<Result>): Promise<Result> =>
    runAs(strapi, () => withTimeout(path, config.limits.handlerMilliseconds, work))
  let isComplete = true
  const losing =
    onMistake &&
    ((error: unknown) => {
      isComplete = false
      onMistake(error)
    })
  const isOfFolder = folder !== undefined
  const warn = (message: string) => project.warn('src/index', message)
  const partsOf = async (input: ExtensionInput) => {
    const made: unknown = typeof input === 'function' ? await input(tools) : input
    return checkParts(isOfFolder ? withFlatConfig(made, warn) : made)
  }
  const inputs = [...shape.inputs(project), ...project.extensions]
  const parts = await runAs(strapi, async () =>
    Promise.all(inputs.map((input) => attempting(losing)<ExtensionParts>(() => partsOf(input), {}))),
  )
  const sdl = parts
    .flatMap(({ typeDefs }) => typeDefs ?? [])
    .filter((text) => attemptingSync(losing)(() => void addedFields(text)))
  const resolvers = parts.flatMap((part) => (part.resolvers ? [part.resolvers] : []))
  const resolvedPaths = resolvers.flatMap((byType) => resolverPaths(byType, isResolver))
  const resolved = new Set(resolvedPaths)
  warnAboutRepeated(resolvedPaths)
  const bySdl = (path: string) => resolved.has(path)
  const addNexus = () => fromNexus(options, parts, { sdl, operations, resolves: bySdl, loadNexus })
  const ofNexus = await attempting(losing)<NexusAdditions | null>(addNexus, null)
  const typeDefs = [...sdl, ...(ofNexus ? [ofNexus.typeDefs] : [])].filter((text) => text.trim() !== '').join('\n\n')
  const configured = mergeOptions(parts, attemptSync)
  const own = new Set([...addedFields(typeDefs), ...resolvers.flatMap((byType) => resolverPaths(byType))])
  const generated = new Map(shape.rootFields(registry, shadow).map((field) => [`${field.parent}.${field.name}`, field]))
  const chains = new Map<string, Chain>()
  const unresolved = new Map<string, unknown[]>()
  for (const path of new Set([...own, ...configured.keys()])) {
    const problems: unknown[] = []
    // Strapi 4.26 only looks up the policies of fields that exist.
    const attempt = attempting(isOfFolder ? (error) => void problems.push(error) : onMistake)
    if (isOfFolder) unresolved.set(path, problems)
    const resolverOptions = configured.get(path) ?? {}
    const { auth, policies = [], middlewares = [] } = resolverOptions
    await attempt(() => checkScopes(path, auth, project.actions), undefined)
    const bound = policies.map((policy) => attempt(() => bindPolicy<PolicyContext>(policy, strapi, find), refuse))
    const around = middlewares.map((each) => attempt(() => bindResolverMiddleware(each, strapi, find), refuse))
    const chain: Chain = {
      authorize: authorization({ path, auth, generated: generated.get(path), own: own.has(path) }),
      policies: await Promise.all(bound),
      middlewares: await Promise.all(around),
      run: (work) => run(path, work),
      entriesOf: project.entriesOf,
    }
    chains.set(path, chain)
  }
  const extended = new Set([...chains.keys(), ...(ofNexus?.wrappers.keys() ?? [])])
  const fields: ExtendedFields = {
    isExtended: (typeName, fieldName) => extended.has(`${typeName}.${fieldName}`),
    exposesResult(typeName, fieldName) {
      const path = `${typeName}.${fieldName}`
      return (chains.get(path)?.middlewares.length ?? 0) > 0 || ofNexus?.wrappers.has(path) === true
    },
    replacesPermission: (typeName, fieldName) => replacesPermission(configured.get(`${typeName}.${fieldName}`)?.auth),
  }
  const runCode: ResolverScope['runCode'] = (path, { caller }, work) =>
    runForCaller((inner) => run(path, inner), caller, work, contextOf(caller))
  const warned = new Set<string>()
  const warnOfUnknown = (schema: GraphQLSchema, path: string) => {
    if (warned.has(path)) return
    warned.add(path)
    const problem = attemptingSync((error) => warn(noEffect(path, messageOf(error))))
    problem(() => void requireField(schema, path))
  }
  /** @throws the first mistake in the options of a field, unless all are collected */
  const throwProblems = (path: string) => {
    for (const problem of unresolved.get(path)?.splice(0) ?? []) {
      attemptSync(() => {
        throw problem
      })
    }
  }
  const applyParts = (schema: GraphQLSchema) => {
    if (ofNexus) putNexusTypes(schema, ofNexus)
    const put = resolvers.map((byType) => attemptSync(() => putResolvers(schema, byType)))
    for (const [path, wrap] of ofNexus?.wrappers ?? []) {
      replace(schema, path, (inner) => wrap(inner as never))
    }
    for (const [path, chain] of chains) {
      if (isOfFolder && !own.has(path) && !hasField(schema, path)) {
        warnOfUnknown(schema, path)
        continue
      }
      throwProblems(path)
      // Resolvers of unknown fields have been reported.
      if (!put.includes(false) || configured.has(path)) attemptSync(() => wrapField(schema, path, chain))
    }
  }
  return {
    // Without one part, the others may name types that don't exist.
    typeDefs: isComplete ? typeDefs : '',
    shadow,
    resolves: (path) => bySdl(path) || ofNexus?.resolvers.has(path) === true,
    isExtended: (typeName, fieldName) => fields.isExtended(typeName, fieldName),
    runsCode: (field) => shape.code?.runs(field) === true,
    hides: (path, caller) => isHidden(chains.get(path), caller),
    authorize: (path, caller) => void chains.get(path)?.authorize?.(caller),
    apply(schema, scope) {
      if (scope) addGeneratedResolvers(schema, { registry, shape, extended: fields, execution: scope, runCode })
      if (isComplete) applyParts(schema)
      else for (const path of unresolved.keys()) throwProblems(path)
      if (scope) reportIncompleteEntries(schema, registry)
    },
  }
}

/** Stands for a policy or middleware with a mistake. Such an extension is only checked. */
const refuse = () => false

/**
 * Returns whether sorts and filters must not use a field. Policies decide per request, so their fields are
 * always hidden.
 */
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

/**
 * Warns about fields with several resolvers. As in Strapi 4, which prints no warning, the last one replaces
 * the others.
 */
function warnAboutRepeated(paths: readonly string[]): void {
  const repeated = new Set(paths.filter((path, index) => paths.indexOf(path) !== index))
  for (const path of repeated)
    process.emitWarning(`Several extensions have a resolver for ${path}: the last one replaces the others.`)
}

/** What nexus types are added to. */
interface NexusBase extends Pick<SchemaExtension, 'resolves'> {
  /** The SDL of the extensions. */
  readonly sdl: readonly string[]
  readonly operations: readonly OperationSchema[]
  /** Loads nexus. @throws ExtensionError if it isn't installed, or doesn't load with the graphql of this server */
  readonly loadNexus: () => Nexus
}

/** Returns the additions of nexus types, or null if no extension has any. Then nexus isn't loaded. */
function fromNexus(
  { registry, project, config, shape }: ProjectExtensionOptions,
  parts: readonly ExtensionParts[],
  { sdl, operations, resolves, loadNexus }: NexusBase,
): NexusAdditions | null {
  const types = parts.flatMap((part) => part.types ?? [])
  const plugins = parts.flatMap((part) => part.plugins ?? [])
  if (types.length === 0 && plugins.length === 0) return null
  const buildOn = (typeDefs: string) => {
    const extension = { typeDefs, resolves, apply: () => undefined }
    const { locales } = config.i18n
    const { schema } = createSchema({
      registry,
      shape: shape.schema,
      shadow: project.shadow,
      locales,
      modules: operations,
      extension,
    })
    return nexusAdditions(loadNexus(), schema, { types, plugins })
  }
  try {
    return buildOn(sdl.join('\n\n'))
  } catch (mistake) {
    // As in Strapi 4, SDL may refer to types of nexus. Then these types are built without the SDL.
    try {
      return buildOn('')
    } catch {
      throw mistake
    }
  }
}

/** Returns `Type.field` of each field that SDL adds to existing and new types. @throws ExtensionError */
function addedFields(typeDefs: string): string[] {
  if (typeDefs.trim() === '') return []
  let document: DocumentNode
  try {
    document = parse(typeDefs)
  } catch (error) {
    throw new ExtensionError(`typeDefs can't be read: ${messageOf(error)}`)
  }
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OBJECT_TYPE_EXTENSION && definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return []
    return (definition.fields ?? []).map(({ name }) => `${definition.name.value}.${name.value}`)
  })
}

/** Returns `Type.field` of each resolver that `fit` accepts. Keys that begin with `__` belong to the type itself. */
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

/** Whether a value in `resolvers` contains a resolver. graphql-tools also accepts objects with only a description. */
const isResolver = (resolver: unknown): boolean =>
  typeof resolver === 'function' || (isRecord(resolver) && typeof resolver['resolve'] === 'function')

function putResolvers(schema: GraphQLSchema, resolvers: Readonly<Record<string, unknown>>): void {
  const checks = Object.entries(resolvers).flatMap(([name, fields]) => {
    const type = schema.getType(name)
    if (!type) {
      return [
        () => {
          throw unknownName("A resolver's type", name, Object.keys(schema.getTypeMap()))
        },
      ]
    }
    if (!isObjectType(type) || !isRecord(fields)) return []
    const own = Object.entries(fields).filter(([field]) => !field.startsWith('__'))
    return own.map(([field, resolver]) => () => {
      requireField(schema, `${name}.${field}`)
      checkResolver(`${name}.${field}`, resolver)
    })
  })
  checkAll(checks)
  addResolversToSchema({ schema, resolvers: resolvers as never, updateResolversInPlace: true })
}

/** Rejects options that belong in `resolversConfig`: here, a policy would silently never run. @throws ExtensionError */
function checkResolver(path: string, resolver: unknown): void {
  if (!isRecord(resolver)) return
  const misplaced = ['auth', 'policies', 'middlewares'].find((key) => Object.hasOwn(resolver, key))
  if (misplaced !== undefined) {
    throw new ExtensionError(`"${misplaced}" of ${path} belongs in resolversConfig: { '${path}': { ${misplaced} } }.`)
  }
  checkKeys(`the resolver of ${path}`, resolver, ['resolve', 'description', 'deprecationReason', 'extensions'])
}

const hasField = (schema: GraphQLSchema, path: string) =>
  attemptingSync(() => undefined)(() => void requireField(schema, path))

function requireField(schema: GraphQLSchema, path: string) {
  const [typeName = '', fieldName = ''] = path.split('.')
  const type = schema.getType(typeName)
  if (!isObjectType(type)) throw unknownName('The type', typeName, Object.keys(schema.getTypeMap()))
  const fields = type.getFields()
  const field = fields[fieldName]
  if (!field) throw unknownName(`The field of ${typeName}`, fieldName, Object.keys(fields))
  return field
}

/** Wraps the resolver of a field in its chain. A field that has neither a resolver nor options stays as it is. */
function wrapField(schema: GraphQLSchema, path: string, chain: Chain): void {
  const { resolve } = requireField(schema, path)
  const empty = !chain.authorize && chain.policies.length === 0 && chain.middlewares.length === 0
  if (!empty || resolve !== undefined) replace(schema, path, (inner) => chainAround(chain, inner))
}

function replace(schema: GraphQLSchema, path: string, make: (inner: Resolver) => Resolver): void {
  const field = requireField(schema, path)
  field.resolve = make((field.resolve as Resolver | undefined) ?? defaultResolver)
}

/**
 * Merges the options of all extensions for each `Type.field`. Policies and middlewares of all extensions
 * apply, in the order of the extensions, so that none is lost when several extensions configure a field.
 * @param attempt runs a step that throws an ExtensionError for different values of `auth`
 */
function mergeOptions(
  parts: readonly ExtensionParts[],
  attempt: (work: () => void) => boolean,
): ReadonlyMap<string, ResolverOptions> {
  const merged = new Map<string, ResolverOptions>()
  for (const [path, options] of parts.flatMap(({ resolversConfig = {} }) => Object.entries(resolversConfig))) {
    const known = merged.get(path)
    attempt(() => merged.set(path, known ? merge(path, known, options) : options))
  }
  return merged
}

function merge(path: string, first: ResolverOptions, second: ResolverOptions): ResolverOptions {
  if (first.auth !== undefined && second.auth !== undefined && comparable(first.auth) !== comparable(second.auth)) {
    throw new ExtensionError(
      `auth of ${path} is set twice: ${comparable(first.auth)} and ${comparable(second.auth)}. Remove one of them.`,
    )
  }
  const auth = first.auth ?? second.auth
  return {
    ...(auth !== undefined && { auth }),
    policies: [...(first.policies ?? []), ...(second.policies ?? [])],
    middlewares: [...(first.middlewares ?? []), ...(second.middlewares ?? [])],
  }
}

/**
 * Returns `auth` in a form that can be compared. An empty scope means `true`, and the order of a scope
 * doesn't matter.
 */
function comparable(auth: ResolverOptions['auth']): string {
  const scope = scopesOf(auth).toSorted()
  return scope.length > 0 ? JSON.stringify({ scope }) : String(auth !== false)
}
