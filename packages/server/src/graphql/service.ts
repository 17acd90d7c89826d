import type { Registry } from '@content-api/model'
import type { DocumentNode, GraphQLError, GraphQLFieldResolver, GraphQLSchema } from 'graphql'
import type { Config } from '../config/schema.js'
import type { Caller } from '../entries/caller.js'
import type { Entries } from '../entries/entries.js'
import type { JsonText } from '@content-api/engine/plan'
import type { RequestInfo } from '../message/message.js'
import type { IsOwnHost } from '../message/own-hosts.js'
import type { Can, PlanContext } from '../query/plan-context.js'
import type { ShadowAction, ShadowCrud } from '../strapi/code/plugins/shadow-crud.js'
import type { Meter } from '../telemetry/meter.js'
import type { CacheHint, CacheHints } from './cache-hints.js'
import type { Batches } from './execute/batches.js'
import type { BudgetShare, RequestBudget } from './plan/budget.js'

/** The parts of the GraphQL interface (specification §4.5). */
export interface GraphqlOptions {
  readonly registry: Registry
  readonly entries: Entries
  readonly config: Pick<Config, 'graphql' | 'i18n' | 'limits'>
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
  readonly extension?: SchemaExtension
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
  readonly resolvers?: Resolvers
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

export type Resolvers = Readonly<Record<string, Readonly<Record<string, Resolver>>>>
export type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>

/** The context of resolvers. */
export interface GraphqlContext {
  readonly caller: Caller
  /** Receives the cache hint of the root field. */
  readonly hint?: { value?: CacheHint }
  /** The HTTP request of the operation. */
  readonly http?: RequestInfo | undefined
  /** Counts the reads of the root field against the limits of the request. */
  readonly budget: BudgetShare
  /** Combines the reads of resolvers below the root field. */
  readonly batches: Batches
  /** The context object of extensions. It is created on first use and shared by all resolvers below the root field. */
  extensionView?: object
}

/** The changes of an extension (specification §4.6) to the schema and its execution. */
export interface SchemaExtension {
  /** The SDL of types, and of fields in `extend type`. */
  readonly typeDefs: string
  /** The enabled parts of the generated schema. */
  readonly shadow: ShadowCrud
  /** Whether the extension has a resolver for a field (`Type.field`). Then its SDL may redefine an existing field. */
  resolves(path: string): boolean
  /**
   * Whether the extension has a resolver, policy or middleware for a field. If the selection of a root field
   * contains such a field, graphql-js completes the parsed JSON of the database. Otherwise the JSON of the
   * database is sent as it is. The `parent` of an extension's resolver contains all attributes of the entry,
   * by their names.
   */
  isExtended(typeName: string, fieldName: string): boolean
  /**
   * Whether code receives the result of a field, as middlewares do from `next`. If so, entries are read with
   * all values.
   */
  exposesResult(typeName: string, fieldName: string): boolean
  /**
   * Whether `auth` of the extension replaces the permission that a field requires by default. Such a field is
   * read without that permission, and the extension's own check decides who receives it.
   */
  replacesPermission(typeName: string, fieldName: string): boolean
  /**
   * Whether a field has a policy, or requires a permission that the caller lacks. Queries can't filter or
   * sort by it.
   */
  hides(path: string, caller: Caller): boolean
  /** Checks the permission that the extension requires for a field. @throws ApiError if the caller lacks it */
  authorize(path: string, caller: Caller): void
  /**
   * Adds the extension's resolvers to the schema, and wraps resolvers in authorization, policies and
   * middlewares. Called once, when the schema has its generated resolvers and those of operations.
   */
  apply(schema: GraphQLSchema): void
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

/** The result of an operation as JSON text. */
export interface GraphqlResult {
  /** The JSON text of `{ data, errors }`. */
  readonly body: JsonText
  /** False for a request error: the body has no `data`, and nothing was executed. */
  readonly executed: boolean
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
  execute(request: GraphqlRequest): Promise<GraphqlResult>
  /** Creates the budget of a request, which all of its operations share. */
  budget(): RequestBudget
  /**
   * Returns the result of a request that is rejected before execution (a "request error" of GraphQL).
   * @param data the JSON text of `data`, if the errors belong to fields
   */
  requestError(errors: readonly GraphQLError[], http?: RequestInfo, data?: 'null'): GraphqlResult
}
