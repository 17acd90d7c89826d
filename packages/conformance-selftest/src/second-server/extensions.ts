import {
  defaultFieldResolver,
  extendSchema,
  GraphQLError,
  type GraphQLNamedType,
  GraphQLObjectType,
  type GraphQLSchema,
  GraphQLString,
  isObjectType,
  parse,
} from 'graphql'
import type { ContentTypeExtension, ExtensionService, FieldExtension, InprocAdapter } from '@content-api/conformance'
import type { Caller } from './callers.js'

const queryActions = ['find', 'findOne']
const mutationActions = ['create', 'update', 'delete']

/** The disabled parts of one content type. */
export class TypeExtension implements ContentTypeExtension {
  readonly #off = new Set<string>()
  readonly #fields = new Map<string, FieldParts>()
  #disabled = false

  disable = () => ((this.#disabled = true), this)
  disableQueries = () => this.disableActions(queryActions)
  disableMutations = () => this.disableActions(mutationActions)
  disableAction = (action: string) => this.disableActions([action])
  disableActions = (actions: readonly string[]) => {
    for (const action of actions) this.#off.add(action)
    return this
  }
  isEnabled = () => !this.#disabled
  isDisabled = () => this.#disabled
  areQueriesEnabled = () => queryActions.some(this.isActionEnabled)
  areQueriesDisabled = () => !this.areQueriesEnabled()
  areMutationsEnabled = () => mutationActions.some(this.isActionEnabled)
  areMutationsDisabled = () => !this.areMutationsEnabled()
  isActionEnabled = (action: string) => !this.#disabled && !this.#off.has(action)
  isActionDisabled = (action: string) => !this.isActionEnabled(action)
  field = (name: string): FieldParts => {
    const found = this.#fields.get(name) ?? new FieldParts()
    this.#fields.set(name, found)
    return found
  }
}

type Part = 'output' | 'input' | 'filters'

/** Where one field is disabled. */
export class FieldParts implements FieldExtension {
  readonly #off = new Set<Part>()
  readonly #disable = (...parts: readonly Part[]) => {
    for (const part of parts) this.#off.add(part)
    return this
  }
  readonly has = (part: Part) => !this.#off.has(part)
  disable = () => this.#disable('output', 'input', 'filters')
  disableOutput = () => this.#disable('output')
  disableInput = () => this.#disable('input')
  disableFilters = () => this.#disable('filters')
  isEnabled = () => this.#off.size < 3
  isDisabled = () => !this.isEnabled()
  hasInputEnabled = () => this.has('input')
  hasOutputEnabled = () => this.has('output')
  hasFiltersEnabled = () => this.has('filters')
}

type Resolve = (parent: unknown, args: unknown, caller: Caller, info: unknown) => unknown
type Middleware = (next: Resolve, parent: unknown, args: unknown, caller: Caller, info: unknown) => unknown

interface Options {
  readonly auth?: false | { readonly scope: readonly string[] }
  readonly policies?: readonly ((context: unknown, application: unknown) => unknown)[]
  readonly middlewares?: readonly Middleware[]
}

interface Extension {
  readonly typeDefs?: string
  readonly types?: readonly GraphQLNamedType[]
  readonly plugins?: readonly { readonly onSchema?: (schema: GraphQLSchema) => void }[]
  readonly resolvers?: Readonly<Record<string, Readonly<Record<string, Resolve>>>>
  readonly resolversConfig?: Readonly<Record<string, Options>>
}

const library = { GraphQLObjectType, GraphQLString }

function guard(resolve: Resolve, { auth, policies = [], middlewares = [] }: Options, isAdded: boolean): Resolve {
  const inner = middlewares.reduceRight<Resolve>(
    (next, middleware) =>
      (...args) =>
        middleware(next, ...args),
    resolve,
  )
  return async (parent, args, caller, info) => {
    const scopes = auth === false ? [] : (auth?.scope ?? (isAdded ? ['custom.resolver'] : []))
    if (
      !scopes.every((scope) =>
        caller.can(scope.slice(0, scope.lastIndexOf('.')), scope.slice(scope.lastIndexOf('.') + 1)),
      )
    )
      throw new GraphQLError('Forbidden access')
    for (const policy of policies)
      if (!(await policy({ parent, args, context: caller, info }, {}))) throw new GraphQLError('Policy Failed')
    return inner(parent, args, caller, info)
  }
}

/** The customizations of the generated schema. */
export class Extensions implements ExtensionService {
  readonly #types = new Map<string, TypeExtension>()
  readonly #extensions: Extension[] = []

  shadowCRUD = (uid: string): TypeExtension => {
    const found = this.#types.get(uid) ?? new TypeExtension()
    this.#types.set(uid, found)
    return found
  }

  use = (extension: object | ((library: unknown) => object)): void => {
    this.#extensions.push((typeof extension === 'function' ? extension(library) : extension) as Extension)
  }

  /** Returns the schema with all customizations. */
  apply(generated: GraphQLSchema): GraphQLSchema {
    let schema = generated
    for (const { typeDefs, types = [], plugins = [], resolvers = {}, resolversConfig = {} } of this.#extensions) {
      if (typeDefs !== undefined) schema = extendSchema(schema, parse(typeDefs))
      for (const type of types)
        schema = extendSchema(
          schema,
          parse(
            `type ${type.name} { ${
              isObjectType(type)
                ? Object.values(type.getFields())
                    .map((field) => `${field.name}: ${String(field.type)}`)
                    .join(' ')
                : ''
            } }`,
          ),
        )
      for (const { onSchema } of plugins) onSchema?.(schema)
      const names = new Set([
        ...Object.entries(resolvers).flatMap(([type, fields]) =>
          Object.keys(fields).map((field) => `${type}.${field}`),
        ),
        ...Object.keys(resolversConfig),
      ])
      for (const name of names) {
        const [type = '', field = ''] = name.split('.')
        const found = schema.getType(type)
        const target = isObjectType(found) ? found.getFields()[field] : undefined
        if (!target) throw new Error(`The schema has no field '${name}'`)
        const custom = resolvers[type]?.[field]
        const own = (target.resolve ?? defaultFieldResolver) as unknown as Resolve
        target.resolve = guard(
          custom ?? own,
          resolversConfig[name] ?? {},
          custom !== undefined && (type === 'Query' || type === 'Mutation'),
        ) as NonNullable<typeof target.resolve>
      }
    }
    return schema
  }
}

/** Gives the suite access to the extension interface of this server. */
export const inprocAdapterOf = (
  create: (extensions: Extensions) => { readonly fetch: (request: Request) => Promise<Response> },
): InprocAdapter => ({
  start: (extend) => {
    const extensions = new Extensions()
    extend(extensions)
    return Promise.resolve({ fetch: create(extensions).fetch, close: () => undefined })
  },
  makeType: (_, name) => new GraphQLObjectType({ name, fields: { word: { type: GraphQLString } } }),
  makePlugin: (_, seen) => ({ onSchema: seen }),
})
