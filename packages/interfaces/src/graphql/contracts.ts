import type { Registry } from '@content-api/model'
import type {
  DocumentNode,
  GraphQLEnumType,
  GraphQLError,
  GraphQLFieldResolver,
  GraphQLScalarType,
  GraphQLSchema,
} from 'graphql'
import type { Config } from '@content-api/core/config/schema'
import type { Caller } from '@content-api/core/entries/caller'
import type { EntryReads } from '@content-api/core/entries/read-entries'
import type { JsonText, ReadPlan } from '@content-api/engine/plan'
import type { RequestInfo } from '@content-api/core/message/message'
import type { IsOwnHost } from '@content-api/core/composition/own-hosts'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import type { Meter } from '@content-api/core/telemetry/meter'
import type { CacheHint, CacheHints } from './cache-hints.js'
import type { FieldBudget, RequestBudget } from './plan/budget.js'
import type { GeneratedOperation } from './execute/generated-operation.js'
import type { RootRequest, RootSelection } from './plan/plan-root.js'
import type { AdditionalSchema, ShadowSchema } from './schema/generate-schema.js'
import type { OperationKind, RootField } from './schema/root-fields.js'
import type { ShadowAction, ShadowCrud } from './schema/shadow-crud.js'

/** The configuration that GraphQL uses. */
export interface GraphqlConfig extends Pick<Config, 'i18n' | 'limits'> {
  readonly graphql: { readonly config: Omit<Config['graphql']['config'], 'amountLimit'> & PageLimits }
}

export interface PageLimits {
  /** The number of entries of a list without a limit. */
  readonly defaultLimit: number
  /** The maximum number of entries of a list; null: only the cost of the query limits it. */
  readonly amountLimit: number | null
}

/** How a model becomes a schema. */
export interface SchemaShape {
  /** Generates the types and root fields of a model. @throws ExtensionError if an extension disables too much */
  readonly generateSchema: (registry: Registry, shadow: ShadowCrud, additional: AdditionalSchema) => ShadowSchema
  readonly createScalars: (
    registry: Registry,
    locales: readonly string[],
  ) => readonly (GraphQLScalarType | GraphQLEnumType)[]
}

/**
 * The shape of the interface: how a model becomes a schema, and what the generated root fields do. `entryShape`
 * is that of entries with `data` and `attributes`. The other one lies above this folder.
 */
export interface GraphqlShape extends SchemaShape {
  readonly operations: Readonly<Partial<Record<OperationKind, GeneratedOperation>>>
  /** The argument that names the entry of a root field. One plan serves all of its values. */
  readonly idArgument: string
  /** Plans the response of a mutation that returns a record. */
  readonly planRecord: (request: RootRequest, context: PlanContext) => ReadPlan
  /** Returns the response of a root field for an entry that doesn't exist. */
  readonly missing: (root: RootSelection) => JsonText
  /** Returns a query for the playground. */
  readonly exampleQuery: (schema: GraphQLSchema, registry: Registry) => string
}

/** The parts of the GraphQL interface (specification §4.5). */
export interface GraphqlOptions {
  readonly registry: Registry
  readonly shape: GraphqlShape
  readonly entries: EntryReads
  readonly config: GraphqlConfig
  /** Returns the context of plans, without the limits of GraphQL. */
  readonly context: (can: Can) => PlanContext
  /** Whether messages of errors omit suggestions of similar names. */
  readonly production: boolean
  /** The hosts of which clients may read names of the schema in development; null for all. */
  readonly isSchemaHost?: IsOwnHost | null
  /** Reports an error that the client didn't cause. Returns the request id, which the client receives. */
  report(error: unknown, http?: RequestInfo): string
  /** Operations that aren't generated from content types, for example `login`. */
  readonly operations?: readonly OperationModule[]
  readonly extension?: SchemaExtension | undefined
  readonly meter?: Meter | null
}

/** The schema of root fields that aren't generated from content types. */
export interface OperationSchema {
  /** The SDL of the types that the fields need. */
  readonly typeDefs?: string
  readonly query?: readonly OperationField[]
  readonly mutation?: readonly OperationField[]
}

/** A root field that isn't generated from a content type. */
export interface OperationField {
  /** The SDL of the field, for example `me: UsersPermissionsMe`. */
  readonly sdl: string
  /** The description that tools show, if the name of the field isn't clear. */
  readonly description?: string
  /**
   * The type and action by which Shadow CRUD can disable the field. Absent for fields such as `login`, which
   * always exist.
   */
  readonly crud?: { readonly type: string; readonly action: ShadowAction }
}

/** Root fields that aren't generated from content types, with their resolvers. */
export interface OperationModule extends OperationSchema {
  /** Resolvers by type and field. */
  readonly resolvers?: Readonly<Record<string, Readonly<Record<string, Resolver>>>>
  /** Mutations that return records, by `Mutation.x`. */
  readonly records?: Readonly<Record<string, RecordOperation>>
}

/**
 * A mutation that writes a record (a user or a file) with its own code. One statement reads its response, as
 * for generated fields.
 */
export interface RecordOperation {
  /** The uid of the records' content type. */
  readonly type: string
  /**
   * Writes the record. Returns the JSON text of the field: the result of `read`, an array of such results, or
   * null if there is no record.
   * @throws ApiError
   */
  readonly run: (call: RecordCall) => Promise<JsonText | null>
  /** Checks the caller before the files of the request are received. @throws ApiError if the caller lacks permission */
  readonly authorize?: (caller: Caller) => void
  /** Without a record the field is null, instead of a response with `data: null`. */
  readonly nullable?: true
}

export interface RecordCall {
  readonly args: Readonly<Record<string, unknown>>
  readonly caller: Caller
  /** Returns the JSON text of a record, or null if it doesn't exist. */
  readonly read: (id: number) => Promise<JsonText | null>
}

export type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>

/** The context of resolvers. */
export interface GraphqlContext {
  readonly caller: Caller
  /** Receives the cache hint of the root field. */
  readonly hint?: { value?: CacheHint }
  /** The HTTP request of the operation. */
  readonly http?: RequestInfo | undefined
  /** Counts the reads of the root field against the limits of the request. */
  readonly budget: FieldBudget
}

/**
 * The changes of a project to the schema and its execution (specification §4.6). `strapi/graphql/` implements
 * it, and the composition passes it to this folder.
 */
export interface SchemaExtension {
  /** The SDL of types, and of fields in `extend type`. */
  readonly typeDefs: string
  /** The enabled parts of the generated schema. */
  readonly shadow: ShadowCrud
  /** Whether the extension has a resolver for a field (`Type.field`). Then its SDL may redefine an existing field. */
  resolves(path: string): boolean
  /**
   * Whether the extension has a resolver, policy or middleware for a field. Then graphql-js executes the root
   * fields whose selection contains it (`execute/executors.ts`).
   */
  isExtended(typeName: string, fieldName: string): boolean
  /** Whether code of the project runs around a generated root field now, such as a hook of its reads. */
  runsCode(field: RootField): boolean
  /**
   * Whether a field has a policy, or requires a permission that the caller lacks. Queries can't filter or
   * sort by it.
   */
  hides(path: string, caller: Caller): boolean
  /** Checks the permission that the extension requires for a field. @throws ApiError if the caller lacks it */
  authorize(path: string, caller: Caller): void
  /**
   * Adds the resolvers with which graphql-js reads generated fields, and those of the extension. Wraps
   * resolvers in authorization, policies and middlewares. Called once, when the schema has the resolvers of
   * operations.
   * @param scope returns what resolvers run with. Null if nothing runs, because the schema is only printed
   */
  apply(schema: GraphQLSchema, scope: (() => ExecutionScope) | null): void
}

/** The extension of a project, before the schema exists. */
export interface ExtensionSource {
  /** Whether the project extends the schema. If not, GraphQL is opened by its first request. */
  isPresent(): boolean
  /**
   * Returns the extension, or undefined if the project has none and no hooks of reads.
   * @param operations the operations that extensions may configure too
   * @throws ExtensionError for a mistake in it
   */
  open(operations: readonly OperationSchema[]): Promise<SchemaExtension | undefined>
}

/** The parts of the service that operations need. */
export interface ExecutionScope {
  readonly options: GraphqlOptions
  readonly schema: GraphQLSchema
  /** The generated root fields, by `Query.x` and `Mutation.x`. */
  readonly fields: ReadonlyMap<string, RootField>
  readonly records: ReadonlyMap<string, RecordOperation>
  readonly context: (caller: Caller) => PlanContext
  /** Creates the budget of a new request. */
  readonly budget: () => RequestBudget
}

export interface GraphqlRequest {
  readonly document: DocumentNode
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly caller: Caller
  readonly http?: RequestInfo | undefined
  /** Receives the cache hints of the root fields. */
  readonly hints?: CacheHints | undefined
  /** The budget that all operations of the request share; absent if this is the only operation. */
  readonly budget?: RequestBudget | undefined
}

/** The result of a root field. `text` is null if a non-nullable field failed; then `data` as a whole is null. */
export interface FieldResult {
  readonly text: JsonText | null
  readonly errors: readonly GraphQLError[]
}

/** The result of an operation. */
export interface OperationResult {
  /** The JSON text of `data`. Absent after a request error: nothing was executed. */
  readonly data?: JsonText
  readonly errors: readonly GraphQLError[]
}

/** The GraphQL interface without a transport. */
export interface GraphqlService {
  readonly schema: GraphQLSchema
  /**
   * Parses a document within the limit of tokens. Valid documents are cached.
   * @throws GraphQLError with the code GRAPHQL_PARSE_FAILED
   */
  parse(text: string): DocumentNode
  /**
   * Returns validation errors of a document, including exceeded limits on depth, aliases and directives.
   * Valid documents are cached.
   */
  validate(document: DocumentNode): readonly GraphQLError[]
  /** Returns the cached document of a text, or undefined. Cached documents are valid. */
  checked(text: string): DocumentNode | undefined
  /**
   * Returns the reasons to reject the files in the variables of a valid document. Either the operation can't
   * be run, or the caller may not use the root fields that take the files.
   */
  checkFiles(request: GraphqlRequest): readonly GraphQLError[]
  /** Runs an operation of a valid document. The promise never rejects. */
  execute(request: GraphqlRequest): Promise<OperationResult>
  /** Creates the budget of a request, which all of its operations share. */
  budget(): RequestBudget
  /** Returns the JSON text of a response: `{ errors, data }`. */
  write(result: OperationResult, http?: RequestInfo): JsonText
}
