import { getOrCreate } from '@content-api/engine/on-demand'
import type { Schema, ContentType, ScalarAttribute } from '@content-api/model'
import { type FieldNode, type GraphQLResolveInfo, Kind } from 'graphql'
import type { OperationDocument } from '@content-api/interfaces/graphql/plan/collect-fields'
import { type ChangedArguments, type ExtendedFields, type LinkForm, resolverForm, rowKeys } from './resolver-form.js'
import type { ExecutionScope, GraphqlContext } from '@content-api/interfaces/graphql/contracts'
import { hydrateOutput } from './hydrate-output.js'
import type { PlanContext } from '@content-api/core/query/plan-context'
import type { ReadPlan, Values } from '@content-api/engine/plan'
import type { FieldBudget } from '@content-api/interfaces/graphql/plan/budget'
import { object } from '@content-api/core/query/populate/response-form'
import type { QueryCounts } from '@content-api/core/query/query-counts'
import type { RootRequest } from '@content-api/interfaces/graphql/plan/plan-root'
import type { SelectScope } from '@content-api/interfaces/graphql/plan/select-scope'

/**
 * Reads `attributes` of rows with the caller's permissions and within the request's limits. Deleted rows are
 * left out.
 * @throws ApiError
 */
export async function readAttributes(
  scope: ExecutionScope,
  { caller, budget }: GraphqlContext,
  request: AttributesRequest,
  rows: RowIds,
  more: AttributesOptions = {},
): Promise<RowsById> {
  const plan = budget.planForResolver((counts) => {
    const context = { ...scope.context(caller), ...(request.isStrict && { strict: true }) }
    return planAttributes(request, rows, { context, counts }, more)
  })
  const { session } = caller
  const text = (await scope.options.entries.read(plan, { session, charge: budget.charge })) ?? '{"data":[]}'
  const { data } = hydrateOutput(text, plan.output) as { data: { readonly [rowKeys.values]: Values }[] }
  return new Map(data.map((row) => [Number(row[rowKeys.values]['id']), row]))
}

/** Returns the request by which a resolver reads the selection of these nodes. */
export function resolverRequest<Type extends Schema>(
  { extended, isStrict }: { readonly extended: ExtendedFields; readonly isStrict: boolean },
  links: LinkForm,
  type: Type,
  nodes: readonly FieldNode[],
  info: GraphQLResolveInfo,
) {
  return { type, nodes, args: {}, document: documentOf(info), extended, links, isStrict }
}

/** Returns a node that selects only the current field. */
export function nodeAround({ fieldNodes }: GraphQLResolveInfo): FieldNode {
  return { ...(fieldNodes[0] as FieldNode), selectionSet: { kind: Kind.SELECTION_SET, selections: fieldNodes } }
}

export const documentOf = (info: GraphQLResolveInfo): OperationDocument => ({
  schema: info.schema,
  fragments: new Map(Object.entries(info.fragments)),
  variables: info.variableValues,
})

interface AttributesOptions {
  readonly changed?: ChangedArguments
}

/** A request for `attributes` of a content type or a component. */
type AttributesRequest = Omit<RootRequest, 'type' | 'counts' | 'form'> & {
  readonly type: Schema
  readonly extended: ExtendedFields
  readonly links: LinkForm
  readonly isStrict: boolean
}

/** The rows to read. */
export interface RowIds {
  readonly ids: readonly number[]
  /** How often the rows occur in the response. A row may occur several times. */
  readonly occurrences: number
}

/**
 * Plans the read of `attributes` for rows that code of the project returned; `nodes` are the nodes of the
 * field. The rows may be drafts, since the code already had them. Linked entries follow the usual rules and
 * count against the budget.
 * @throws ApiError ValidationError for a selection over the limits
 */
function planAttributes(
  { type, nodes, document, extended, links }: AttributesRequest,
  { ids, occurrences }: RowIds,
  { context, counts }: { readonly context: PlanContext; readonly counts: QueryCounts },
  { changed }: AttributesOptions = {},
): ReadPlan {
  const form = resolverForm({ extended, links, changed })
  const { state: publicationState } = links
  const scope: SelectScope = { document, form, context, counts, publicationState, reads: true, count: occurrences }
  const members = form.attributes(scope, type, nodes)
  return {
    // The type may be a component. This plan only needs an id and a table, which components have too.
    type: type as ContentType,
    mode: 'list',
    output: object([{ key: 'data', value: { kind: 'entries', members } }]),
    byId: false,
    filters: {
      op: 'value',
      name: 'id',
      attribute: type.attributes['id'] as ScalarAttribute,
      operator: '$in',
      values: ids,
    },
    sort: [],
    pagination: null,
    publicationState: 'preview',
    locale: null,
  }
}

/** Rows of entries or components that were read for resolvers, by id. */
type RowsById = ReadonlyMap<number, Readonly<Record<string, unknown>>>

interface Batch {
  readonly ids: Set<number>
  occurrences: number
  readonly result: Promise<RowsById>
}

/**
 * Combines the reads of resolvers below one root field: for all entries of a list, a field is read in one
 * statement.
 */
class Batches {
  /**
   * The batches by the nodes of their field and by key. graphql-js creates the nodes once for all entries of
   * a list.
   */
  readonly #waiting = new Map<readonly FieldNode[], Map<string, Batch>>()

  /**
   * Reads a row together with the other rows of the same field and key. The key identifies the caller and the
   * options.
   */
  read(
    nodes: readonly FieldNode[],
    key: string,
    id: number,
    readAll: (rows: RowIds) => Promise<RowsById>,
  ): Promise<RowsById> {
    const waiting = getOrCreate(this.#waiting, nodes, () => new Map<string, Batch>())
    const batch: Batch = getOrCreate(waiting, key, () => {
      const result = Promise.resolve().then(() => {
        waiting.delete(key)
        return readAll({ ids: [...batch.ids], occurrences: batch.occurrences })
      })
      return { ids: new Set(), occurrences: 0, result }
    })
    batch.ids.add(id)
    batch.occurrences += 1
    return batch.result
  }
}

const batches = new WeakMap<FieldBudget, Batches>()

/** Returns the batches of a root field, which its budget identifies. */
export function batchesOf({ budget }: GraphqlContext): Batches {
  return getOrCreate(batches, budget, () => new Batches())
}
