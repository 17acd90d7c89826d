import type { ContentType } from '@content-api/model'
import type { GraphQLObjectType } from 'graphql'
import { ApiError } from '@content-api/engine/errors'
import type { JsonText, Output, ReadPlan } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import type { Entries } from '@content-api/core/entries/entries'
import type { PlannedRead, PlannedText } from '@content-api/core/entries/read-entries'
import { type EntryRequest, nullIfMissing, permit, type PermittedRequest } from '@content-api/core/entries/request'
import type { PlannedResponse } from '@content-api/core/entries/written-response'
import type { Action, PlanContext } from '@content-api/core/query/plan-context'
import { readId } from '@content-api/core/query/raw-value'
import type { ReadingRules } from '@content-api/core/query/reading-rules'
import { idOf, withEntryId } from '../entry-id.js'
import { derivedNames, typeName } from '../naming.js'
import type { FieldBudget } from '../plan/budget.js'
import { type SelectedField, collectFields, nodesAt, selectionsOf } from '../plan/collect-fields.js'
import type { Arguments } from '../plan/list-arguments.js'
import {
  type RootRequest,
  planMutationResponse,
  planCollection,
  planEntry,
  planSingleEntry,
} from '../plan/plan-root.js'
import { documentArguments } from '../plan/select-scope.js'
import type { OperationKind } from '../schema/root-fields.js'
import type { ExecutionScope, FieldResult, RecordOperation } from '../contracts.js'
import { completeOutput } from './complete-output.js'
import type { Running } from './operation.js'
import { planKey } from './plan-key.js'

/** Runs a generated root field or a mutation that returns records. @throws ApiError */
export async function executeByStatement(
  running: Running,
  selected: SelectedField,
  budget: FieldBudget,
): Promise<FieldResult> {
  const { scope, type, document, request } = running
  const path = `${type.name}.${selected.name}`
  let known: Arguments | undefined
  const args = () => (known ??= documentArguments(document, type, selected))
  const callOf = (type: ContentType): RootRun => ({
    scope,
    caller: request.caller,
    budget,
    root: { type, nodes: selected.nodes, document },
    args,
  })
  const field = scope.fields.get(path)
  const record = scope.records.get(path)
  if (field) {
    const call = callOf(field.type)
    return complete(call, selected, await runGenerated(call, field.kind, keyOf(running, selected)))
  }
  if (!record) throw new Error(`${path} is not run by a statement`)
  const call = callOf(scope.options.registry.contentType(record.type))
  const read = await runRecord(call, record)
  return read.text === null && record.nullable ? { text: 'null', errors: [] } : complete(call, selected, read)
}

const keyOf = ({ request, definition, document }: Running, selected: SelectedField) =>
  planKey({ source: request.document, definition, document }, selected, 'id')

function complete({ root }: RootRun, { key, nodes }: SelectedField, { text, output }: ReadText): FieldResult {
  if (text === null) return { text: nullResponse(root), errors: [] }
  return completeOutput(text, output, (path) => ({
    nodes: nodesAt(root.document, nodes, path),
    path: [key, ...path],
  }))
}

/** Returns the response for an entry that doesn't exist. */
function nullResponse({ type, nodes, document }: RootRun['root']): string {
  const name = derivedNames.response(typeName(type))
  const response = document.schema.getType(name) as GraphQLObjectType
  const members = collectFields(document, response, selectionsOf(nodes)).map((selected) => [
    selected.key,
    selected.name === '__typename' ? name : null,
  ])
  return JSON.stringify(Object.fromEntries(members))
}

/** The call of a generated root field. */
interface RootCall {
  readonly entries: Entries
  readonly request: EntryRequest
  /** Returns the arguments. They are evaluated lazily, since a list with a cached plan doesn't need them. */
  readonly args: () => Arguments
  /** Makes the plan of the response, within the budget. @throws ApiError */
  readonly makePlan: () => ReadPlan
  readonly budget: FieldBudget
  /** Returns the rules that the read follows. */
  readonly reading: () => ReadingRules
}

/** Returns whether every database accepts a value as an id: some ids have 32 bits. */
function isUsualId(given: unknown): boolean {
  const id = readId(given)
  return id !== null && id < 2 ** 31
}

interface GeneratedField {
  readonly plan: (request: RootRequest, context: PlanContext) => ReadPlan
  /** Returns the JSON text of the field, or null if the entry doesn't exist. @throws ApiError */
  readonly run: (call: RootCall) => Promise<PlannedText | null>
}

/** GraphQL creates drafts unless `publishedAt` is set. REST publishes new entries by default. */
const drafts = { publishByDefault: false }

const mutation = { plan: planMutationResponse } as const

/** Reads entries if the caller may. @throws ApiError */
const readEntries = (
  { entries, request, makePlan, budget }: RootCall,
  operation: PlannedRead['operation'],
  id?: number,
) =>
  entries.readPlan(permit(request, operation === 'findOne' ? 'findOne' : 'find'), {
    operation,
    makePlan,
    budget,
    ...(id !== undefined && { id }),
  })

/** Plans the response to a write if the caller may write, and then writes. @throws ApiError */
async function writeEntry(
  { entries, request, makePlan, budget }: RootCall,
  action: Action,
  write: (request: PermittedRequest, response: PlannedResponse) => Promise<JsonText>,
): Promise<PlannedText> {
  const permitted = permit(request, action)
  const response = await entries.planResponse(permitted, { plan: makePlan, budget, isSelected: true })
  return { text: await write(permitted, response), plan: response.plan }
}

/** The operations of generated root fields (specification §4.5). */
const generatedFields: Readonly<Record<OperationKind, GeneratedField>> = {
  find: { plan: planCollection, run: (call) => readEntries(call, 'find') },
  findOne: {
    plan: planEntry,
    run: async (call) => {
      const { id: given } = call.args()
      if (given === undefined) throw new ApiError('ValidationError', `${call.request.type.singularName} needs an id`)
      if (!isUsualId(given)) call.reading().checkIdArgument(given)
      return withEntryId(call.args(), (id) => readEntries(call, 'findOne', id))
    },
  },
  findSingle: {
    plan: planSingleEntry,
    run: async (call) => nullIfMissing(ofOneLocale(call.args(), () => readEntries(call, 'findSingle'))),
  },
  create: {
    ...mutation,
    run: async (call) => {
      const data = withLocale(call.request.type, call.args())
      return writeEntry(call, 'create', (request, response) => call.entries.create(request, data, drafts, response))
    },
  },
  update: {
    ...mutation,
    run: async (call) => {
      const { data, ...args } = call.args()
      return withEntryId(args, (id) =>
        writeEntry(call, 'update', (request, response) => call.entries.update(request, id, data, response)),
      )
    },
  },
  delete: {
    ...mutation,
    run: async (call) =>
      withEntryId(call.args(), (id) =>
        writeEntry(call, 'delete', (request, response) => call.entries.remove(request, id, response)),
      ),
  },
  updateSingle: {
    ...mutation,
    run: async (call) => {
      const { data } = call.args()
      return ofOneLocale(call.args(), () =>
        writeEntry(call, 'update', (request, response) => call.entries.updateSingle(request, data, drafts, response)),
      )
    },
  },
  deleteSingle: {
    ...mutation,
    run: async (call) => {
      const remove = () =>
        writeEntry(call, 'delete', (request, response) => call.entries.removeSingle(request, response))
      const deleted = await nullIfMissing(ofOneLocale(call.args(), remove))
      if (deleted === null) throw new ApiError('NotFoundError', 'Entity not found')
      return deleted
    },
  },
  createLocalization: {
    ...mutation,
    run: async (call) => {
      const { type } = call.request
      const id = type.kind === 'singleType' ? null : idOf(call.args())
      const data = withLocale(type, call.args())
      return writeEntry(call, 'createLocalization', (request, response) =>
        call.entries.createLocalization(request, id, data, response),
      )
    },
  },
}

/**
 * Rejects the locale `all`: a single type has one entry per locale, so the result would be arbitrary.
 * @throws ApiError
 */
function ofOneLocale<Result>({ locale }: Arguments, work: () => Result): Result {
  if (locale !== 'all') return work()
  const message = 'locale must name one locale here, not all: a single type has one entry in each locale'
  throw new ApiError('ValidationError', message)
}

/** Returns `data` with the locale inside, as in REST bodies. In GraphQL the locale is a separate argument. */
function withLocale({ localized }: ContentType, { data, locale }: Arguments): unknown {
  return localized && typeof locale === 'string' ? { ...(data as object | undefined), locale } : data
}

/** A root field that is run, either for the response or for graphql-js. */
export interface RootRun {
  readonly scope: ExecutionScope
  readonly caller: Caller
  readonly budget: FieldBudget
  readonly root: Omit<RootRequest, 'args' | 'counts'>
  readonly args: () => Arguments
}

/** The JSON text of a root field from the database. */
interface ReadText {
  /** JSON text; null if the entry doesn't exist. */
  readonly text: JsonText | null
  /** The plan's output, which describes the values in `text`. */
  readonly output: Output
}

const nothing: Output = { kind: 'text', text: 'null' }

/** Runs a generated root field. `key` identifies its plan in the plan cache. @throws ApiError */
export async function runGenerated(call: RootRun, kind: OperationKind, key: string): Promise<ReadText> {
  const { scope, caller, budget, root, args } = call
  const { plan, run } = generatedFields[kind]
  const query = { text: key, parameters: () => ({ locale: args()['locale'] ?? undefined }) }
  const read = await run({
    entries: scope.options.entries,
    request: { type: root.type, caller, query },
    args,
    makePlan: () => planned(call, plan),
    budget,
    reading: () => scope.context(caller).reading,
  })
  return read === null ? { text: null, output: nothing } : { text: read.text, output: read.plan.output }
}

/**
 * Runs a root field that writes a record. Its response is planned first, so that an invalid selection changes
 * nothing.
 * @throws ApiError
 */
export async function runRecord(call: RootRun, { run }: RecordOperation): Promise<ReadText> {
  const { scope, caller, budget, args } = call
  const { entries } = scope.options
  const plan = planned(call, planMutationResponse)
  await budget.charge(await entries.estimate(plan))
  const text = await run({ args: args(), caller, read: (id) => entries.read(plan, { id }) })
  return { text, output: plan.output }
}

function planned({ scope, caller, budget, root, args }: RootRun, plan: GeneratedField['plan']): ReadPlan {
  const context = scope.context(caller)
  return budget.plan((counts) => plan({ ...root, args: args(), counts }, context))
}
