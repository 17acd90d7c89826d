import type { ContentType, Registry } from '@content-api/model'
import type { PublicationState, Values } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import type { PlanContext } from '@content-api/core/query/plan-context'
import type { ExecutionScope, GraphqlContext, Resolver, SchemaShape } from '@content-api/interfaces/graphql/contracts'
import type { RootCall } from '@content-api/interfaces/graphql/execute/generated-operation'
import type { Arguments } from '@content-api/interfaces/graphql/plan/list-arguments'
import type { OperationKind, RootField } from '@content-api/interfaces/graphql/schema/root-fields'
import type { ShadowCrud } from '@content-api/interfaces/graphql/schema/shadow-crud'
import type { GraphQLResolveInfo } from 'graphql'
import type { ExtensionInput } from '../code/project-types.js'
import type { RegisteredProject } from '../code/register-project.js'
import type { ExtendedFields, LinkForm } from './resolver-form.js'

/** A generated root field with its arguments. */
export interface CalledField extends Pick<RootField, 'kind' | 'type'> {
  readonly args: Arguments
}

/** Where linked rows are read from. */
export interface LinkSource {
  /** The root field above. Undefined for a root field that code of the project defines. */
  readonly root: CalledField | undefined
  /** The publication state of the row. */
  readonly state: PublicationState
}

/** The arguments and the type with which entries were read. */
export interface ReadInfo {
  readonly args: Arguments
  readonly resourceUID: string
}

/** What of GraphQL differs between the generations of Strapi, and doesn't depend on code of a project. */
export interface ShapeRules {
  /** How the model becomes a schema. */
  readonly schema: SchemaShape
  readonly rootFields: (registry: Registry, shadow: ShadowCrud) => readonly RootField[]
  /** Returns how the links of rows are read. @throws ApiError */
  readonly linksOf: (source: LinkSource) => LinkForm
  /** Converts the arguments of a field to those of the service that reads. @throws ApiError */
  readonly argumentsOf: (
    type: ContentType,
    args: Arguments,
    context: Pick<PlanContext, 'registry' | 'limits' | 'strict'>,
  ) => Values
  /** Whether filters are always checked, and not only with strict parameters. */
  readonly isStrict: boolean
}

/** How generated root fields run code of the project that reads and writes entries. */
export interface CodeFields {
  /** Whether code runs around the field now. */
  readonly runs: (field: Pick<RootField, 'kind' | 'type'>) => boolean
  /** Runs the field by the services of the project. @throws ApiError, and what the code throws */
  readonly run: (kind: OperationKind, call: RootCall) => Promise<unknown>
  /** Counts the entries of a list, by the arguments of the service. @throws ApiError */
  readonly count: (type: ContentType, args: Values, caller: Caller) => Promise<number>
}

/** How an extension sees and returns entries: the rules of one generation of Strapi. */
export interface ExtensionShape extends ShapeRules {
  /** Null if generated root fields run such code by the resolvers of `inputs`. */
  readonly code: CodeFields | null
  /** Returns extensions for what generated root fields run. */
  readonly inputs: (project: RegisteredProject) => readonly ExtensionInput[]
  /** Returns the name of the type in GraphQL of the entries of a type. */
  readonly entryType: (name: string) => string
  /** Returns the fields that show a link. */
  readonly linkFields: (name: string, isList: boolean) => readonly string[]
  /** Returns the publication state of the rows that are linked to an entry that code returned. */
  readonly returnedState: (entry: unknown) => PublicationState
  /** Whether code puts the result of links into rows. */
  readonly hasResults: boolean
  /** Returns resolvers by `Type.field` for the entries that resolvers return. */
  readonly returned: (scope: ResolverScope) => ReadonlyMap<string, Resolver>
  /** Resolves the other generated fields. Returns undefined to leave it to graphql-js. */
  readonly fallback: Resolver
  /** Returns the result of a root field from what was read; null if there is no entry. */
  readonly rootResult: (read: unknown, about: () => ReadInfo, info: GraphQLResolveInfo) => unknown
  /** Returns the result of a root field from what `code` returned. */
  readonly codeResult: (result: unknown, about: () => ReadInfo, info: GraphQLResolveInfo) => unknown
  /** Returns the result of a link from what was read. */
  readonly linkResult: (read: unknown, link: ReadLink, info: GraphQLResolveInfo) => unknown
}

export interface ReadLink {
  /** The type of the linked entries; undefined for components, and if the entries may have several types. */
  readonly target: ContentType | undefined
  readonly about: () => ReadInfo
}

/** What resolvers of generated fields need. */
export interface ResolverScope {
  readonly registry: Registry
  readonly shape: ExtensionShape
  readonly extended: ExtendedFields
  /** Returns what operations run with, once the schema exists. */
  readonly execution: () => ExecutionScope
  /** Runs code of the project for a request, within its time limit. */
  readonly runCode: <Result>(
    path: string,
    context: GraphqlContext,
    work: () => Result | PromiseLike<Result>,
  ) => Promise<Result>
}
