import type { GraphQLError, GraphQLObjectType, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import type { JsonText } from '@content-api/engine/plan'
import type { PlanContext } from '../../query/plan-context.js'
import type { DocumentScope } from '../plan/collect-fields.js'
import type { RequestBudget } from '../plan/budget.js'
import type { ExtendedFields } from '../plan/select-scope.js'
import type { RootField } from '../schema/root-fields.js'
import type { GraphqlOptions, GraphqlRequest, RecordOperation } from '../service.js'

/** The parts of the service that operations need. */
export interface ExecutionScope {
  readonly options: GraphqlOptions
  readonly schema: GraphQLSchema
  readonly fields: ReadonlyMap<string, RootField>
  readonly records: ReadonlyMap<string, RecordOperation>
  /** The fields that an extension handles; absent without an extension. */
  readonly extended?: ExtendedFields | undefined
  readonly context: (caller: GraphqlRequest['caller']) => PlanContext
  /** Creates the budget of a new request. */
  readonly budget: () => RequestBudget
}

/** The result of a root field. `text` is null if a non-nullable field failed; then `data` as a whole is null. */
export interface RootResult {
  readonly text: JsonText | null
  readonly errors: readonly GraphQLError[]
}

/** A running operation. */
export interface Running {
  readonly scope: ExecutionScope
  readonly request: GraphqlRequest
  readonly operation: OperationDefinitionNode
  readonly type: GraphQLObjectType
  readonly document: DocumentScope
  /** The budget that all operations of the request share. */
  readonly budget: RequestBudget
}
