import type { ContentType } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import type { JsonText } from '@content-api/engine/plan'
import type { Entries } from '@content-api/core/entries/entries'
import type { PlannedRead } from '@content-api/core/entries/read-entries'
import { nullIfMissing, permit, type PermittedRequest } from '@content-api/core/entries/request'
import type { PlannedResponse } from '@content-api/core/entries/written-response'
import type { Action } from '@content-api/core/query/plan-context'
import { readId } from '@content-api/core/query/raw-value'
import { idOf, withEntryId } from '../entry-id.js'
import type { Arguments } from '../plan/list-arguments.js'
import { planMutationResponse, planCollection, planEntry, planSingleEntry } from '../plan/plan-root.js'
import type { EntryOperation } from '../schema/root-fields.js'
import type { GeneratedOperation, PlanField, ReadText, RootCall } from './generated-operation.js'

/** Returns whether every database accepts a value as an id: some ids have 32 bits. */
function isUsualId(given: unknown): boolean {
  const id = readId(given)
  return id !== null && id < 2 ** 31
}

/** GraphQL creates drafts unless `publishedAt` is set. REST publishes new entries by default. */
const drafts = { publishByDefault: false }

/** Makes the plan of a read and reads entries, if the caller may. @throws ApiError */
async function readEntries(
  { entries, request, plan, budget }: RootCall,
  make: PlanField,
  operation: PlannedRead['operation'],
  id?: number,
): Promise<ReadText> {
  const permitted = permit(request, operation === 'findOne' ? 'findOne' : 'find')
  const makePlan = () => plan(make)
  const read = await entries.readPlan(permitted, { operation, makePlan, budget, ...(id !== undefined && { id }) })
  return { text: read.text, output: read.plan.output }
}

type Write = (request: PermittedRequest, response: PlannedResponse) => Promise<JsonText>

/** Returns the operations of entries (specification §4.5). */
export function entryOperations(entries: Entries): Readonly<Record<EntryOperation, GeneratedOperation>> {
  /** Plans the response to a write if the caller may write, and then writes. @throws ApiError */
  const writeEntry = async ({ request, plan, budget }: RootCall, action: Action, write: Write): Promise<ReadText> => {
    const permitted = permit(request, action)
    const makePlan = () => plan(planMutationResponse)
    const response = await entries.planResponse(permitted, { plan: makePlan, budget, isSelected: true })
    return { text: await write(permitted, response), output: response.plan.output }
  }
  return {
    find: (call) => readEntries(call, planCollection, 'find'),
    findOne: async (call) => {
      const { id: given } = call.args()
      if (given === undefined) throw new ApiError('ValidationError', `${call.request.type.singularName} needs an id`)
      if (!isUsualId(given)) call.reading().checkIdArgument(given)
      return withEntryId(call.args(), (id) => readEntries(call, planEntry, 'findOne', id))
    },
    findSingle: async (call) =>
      nullIfMissing(ofOneLocale(call.args(), () => readEntries(call, planSingleEntry, 'findSingle'))),
    create: async (call) => {
      const data = withLocale(call.request.type, call.args())
      return writeEntry(call, 'create', (request, response) => entries.create(request, data, drafts, response))
    },
    update: async (call) => {
      const { data, ...args } = call.args()
      return withEntryId(args, (id) =>
        writeEntry(call, 'update', (request, response) => entries.update(request, id, data, response)),
      )
    },
    delete: async (call) =>
      withEntryId(call.args(), (id) =>
        writeEntry(call, 'delete', (request, response) => entries.remove(request, id, response)),
      ),
    updateSingle: async (call) => {
      const { data } = call.args()
      return ofOneLocale(call.args(), () =>
        writeEntry(call, 'update', (request, response) => entries.updateSingle(request, data, drafts, response)),
      )
    },
    deleteSingle: async (call) => {
      const remove = () => writeEntry(call, 'delete', (request, response) => entries.removeSingle(request, response))
      const deleted = await nullIfMissing(ofOneLocale(call.args(), remove))
      if (deleted === null) throw new ApiError('NotFoundError', 'Entity not found')
      return deleted
    },
    createLocalization: async (call) => {
      const { type } = call.request
      const id = type.kind === 'singleType' ? null : idOf(call.args())
      const data = withLocale(type, call.args())
      return writeEntry(call, 'createLocalization', (request, response) =>
        entries.createLocalization(request, id, data, response),
      )
    },
  }
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
