import type { GraphQLError, GraphQLObjectType, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import type { PlanContext } from '../../query/plan-context.js'
import type { DocumentScope } from '../plan/collect-fields.js'
import type { RequestBudget } from '../plan/request-budget.js'
import type { ExtendedFields } from '../plan/select-scope.js'
import type { RootField } from '../schema/root-fields.js'
import type { GraphqlOptions, GraphqlRequest, RecordOperation } from '../service.js'

/** What operations are run with. */
export interface ExecutionScope {
  readonly options: GraphqlOptions
  readonly schema: GraphQLSchema
  readonly fields: ReadonlyMap<string, RootField>
  readonly records: ReadonlyMap<string, RecordOperation>
  /** Where an extension stands; absent without one. */
  readonly extended?: ExtendedFields | undefined
  readonly context: (caller: GraphqlRequest['caller']) => PlanContext
  /** A new one, of the whole limits. */
  readonly budget: () => RequestBudget
}

/** The outcome of one root field; `text` is null where null is not its own to be, and all data is null. */
export interface RootResult {
  readonly text: string | null
  readonly errors: readonly GraphQLError[]
}

/** One operation that is being run. */
export interface Running {
  readonly scope: ExecutionScope
  readonly request: GraphqlRequest
  readonly operation: OperationDefinitionNode
  readonly type: GraphQLObjectType
  readonly document: DocumentScope
  /** What its root fields, and other operations of the request, ask for together. */
  readonly budget: RequestBudget
}
