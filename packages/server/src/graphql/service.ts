import type { Registry } from '@content-api/model'
import type { DocumentNode, GraphQLError, GraphQLFieldResolver, GraphQLSchema } from 'graphql'
import type { Config } from '../config/schema.js'
import type { Caller } from '../entries/caller.js'
import type { Entries } from '../entries/entries.js'
import type { RequestInfo } from '../message/message.js'
import type { Can } from '../query/permissions.js'
import type { ShadowAction, ShadowCrud } from '../project/shadow-crud.js'
import type { PlanContext } from '../query/plan-context.js'
import type { Meter } from '../telemetry/meter.js'
import type { CacheHint, CacheHints } from './cache-hints.js'
import type { Batches } from './execute/batches.js'
import type { BudgetShare, RequestBudget } from './plan/request-budget.js'

/** What the GraphQL interface (specification §4.5) is made of. */
export interface GraphqlOptions {
  readonly registry: Registry
  readonly entries: Entries
  readonly config: Pick<Config, 'graphql' | 'i18n' | 'limits'>
  /** What plans are made with, but for GraphQL's own limits. */
  readonly context: (can: Can) => PlanContext
  /** Texts of errors say less: no near misses of names, no stacks. */
  readonly production: boolean
  /** Hears of failures that are no mistake of the client's; gives the id that the client is told, that of its request. */
  report(error: unknown, http?: RequestInfo): string
  /** Operations beside the entries' own, for example `login`: SDL and what answers each root field. */
  readonly operations?: readonly OperationModule[]
  readonly extension?: SchemaExtension
  readonly meter?: Meter | null
}

/** What root fields that don't follow from the model add to a schema. */
export interface OperationSchema {
  /** SDL of the types that they need. */
  readonly typeDefs?: string
  readonly query?: readonly OperationField[]
  readonly mutation?: readonly OperationField[]
}

/** A root field that doesn't follow from the model. */
export interface OperationField {
  /** For example `me: UsersPermissionsMe`. */
  readonly sdl: string
  /** What tools show beside the field, where its name doesn't say it. */
  readonly description?: string
  /** What Shadow CRUD calls it; absent for what belongs to no type's records, such as `login`, and is always there. */
  readonly crud?: { readonly type: string; readonly action: ShadowAction }
}

/** Root fields that don't follow from the model, with what answers them. */
export interface OperationModule extends OperationSchema {
  /** By type and field. */
  readonly resolvers?: Resolvers
  /** Mutations that answer records, by `Mutation.x`. */
  readonly records?: Readonly<Record<string, RecordOperation>>
}

/** Writes a record in a way of its own; its answer comes from one statement, as that of generated fields does. */
export interface RecordOperation {
  /** uid of the records' content type. */
  readonly type: string
  /**
   * Gives the answer's text: what `read` gave of the record, or an array of such texts; null when there is no record.
   * @throws ApiError
   */
  readonly run: (call: RecordCall) => Promise<string | null>
  /** Called before the files of its arguments are received. @throws ApiError when the caller may not */
  readonly authorize?: (caller: Caller) => void
  /** Null is the answer where there is no record, rather than a response without data. */
  readonly nullable?: true
}

export interface RecordCall {
  readonly args: Readonly<Record<string, unknown>>
  readonly caller: Caller
  /** Null when there is no such record. */
  readonly read: (id: number) => Promise<string | null>
}

export type Resolvers = Readonly<Record<string, Readonly<Record<string, Resolver>>>>
export type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>

/** What resolvers are given beside their arguments. */
export interface GraphqlContext {
  readonly caller: Caller
  /** Takes what the root field says of how long its answer may be kept. */
  readonly hint?: { value?: CacheHint }
  /** There when the operation came over HTTP. */
  readonly http?: RequestInfo | undefined
  /** What the root field and all below it ask for, of what the request may. */
  readonly budget: BudgetShare
  /** What resolvers below the root field wait for together. */
  readonly batches: Batches
  /** This context as extensions see it, made when the first resolver needs it: all resolvers of a request share it. */
  extensionView?: object
}

/** What an extension (specification §4.6) changes about the schema and its execution. */
export interface SchemaExtension {
  /** SDL of types, and of fields in `extend type`. */
  readonly typeDefs: string
  /** Which parts of the generated schema are there at all. */
  readonly shadow: ShadowCrud
  /** Whether it answers a field by a resolver of its own, by `Type.field`: its SDL may define such a field anew. */
  resolves(path: string): boolean
  /**
   * Whether a resolver, policy or middleware stands at this field. A root field whose selection reaches such a field is
   * completed by graphql-js from the parsed answer of the database; every other one goes out as the database wrote it.
   * Such a resolver may read any attribute of the entry it stands at: they are all there in its parent, by their names.
   */
  isExtended(typeName: string, fieldName: string): boolean
  /** Whether code is given what the field itself answers, as a middleware is by `next`: entries are read with all values then. */
  exposesResult(typeName: string, fieldName: string): boolean
  /**
   * Whether `auth` of the extension stands in place of the permission that the field asks for by itself. Such a field is read
   * for everybody, and answered to whom the extension lets through.
   */
  replacesPermission(typeName: string, fieldName: string): boolean
  /** Whether a field has a policy, or requires a permission that the caller lacks. */
  hides(path: string, caller: Caller): boolean
  /** Checks the permission that the extension requires at a field. @throws ApiError when the caller lacks it */
  authorize(path: string, caller: Caller): void
  /**
   * Called once, when the schema has its generated resolvers and those of operations: puts the extension's own ones in, and
   * authorization, policies and middlewares around whatever answers a field by then.
   */
  apply(schema: GraphQLSchema): void
}

export interface GraphqlRequest {
  readonly document: DocumentNode
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly caller: Caller
  readonly http?: RequestInfo | undefined
  /** Hears how long the answer may be kept. */
  readonly hints?: CacheHints | undefined
  /** What the operations of the request may ask for together; absent: this is the only one. */
  readonly budget?: RequestBudget | undefined
}

/** An answer as it goes out. */
export interface GraphqlResult {
  /** The JSON text of `{ data, errors }`. */
  readonly body: string
  /** False for a request error, whose body has no `data`: nothing was run. */
  readonly executed: boolean
}

/** The GraphQL interface without a transport. */
export interface GraphqlService {
  readonly schema: GraphQLSchema
  /**
   * Parses a document, within the limit of tokens; parsed documents are kept.
   * @throws GraphQLError with the code GRAPHQL_PARSE_FAILED
   */
  parse(text: string): DocumentNode
  /** Every reason why the document can't be run, the limits of depth, aliases and cost included; kept with the document. */
  validate(document: DocumentNode): readonly GraphQLError[]
  /** The document of a text that was parsed before and that `validate` found nothing against, while it is kept. */
  checked(text: string): DocumentNode | undefined
  /**
   * Returns why an operation whose document is valid must not receive the files in its variables: it can't be run, or the
   * caller may not call the root fields that take them.
   */
  checkFiles(request: GraphqlRequest): readonly GraphQLError[]
  /** Runs a document that `validate` found nothing against. Never rejects. */
  execute(request: GraphqlRequest): Promise<GraphqlResult>
  /** What the operations of one request may ask for together. */
  budget(): RequestBudget
  /**
   * Returns the response to a request that is rejected before it is run.
   * @param data its JSON text, where the errors are those of fields
   */
  requestError(errors: readonly GraphQLError[], data?: 'null'): GraphqlResult
}
