import type { ContentType } from '@content-api/model'
import { ApiError } from '../../errors/api-error.js'
import type { Entries } from '../../entries/entries.js'
import type { EntryRequest } from '../../entries/request.js'
import type { PlanContext } from '../../query/plan-context.js'
import type { ReadPlan } from '../../query/read-plan.js'
import { idOf, nullIfMissing, ofEntry } from '../of-entry.js'
import type { Arguments } from '../plan/list-arguments.js'
import { type RootRequest, planAnswer, planCollection, planEntry, planSingleEntry } from '../plan/plan-root.js'
import type { OperationKind } from '../schema/root-fields.js'

/** A generated root field that is to be answered. */
export interface RootCall {
  readonly entries: Entries
  readonly request: EntryRequest
  /** Its arguments, once they are needed: a list whose plan is kept needs none. */
  readonly given: () => Arguments
}

interface Operation {
  readonly plan: (request: RootRequest, context: PlanContext) => ReadPlan
  /** The answer's text, or null when the entry isn't there. @throws ApiError */
  readonly run: (call: RootCall) => Promise<string | null>
}

/** GraphQL makes drafts of what doesn't ask to be published (decision). */
const drafts = { publishByDefault: false }

const mutation = { plan: planAnswer } as const

/** What each generated root field does (specification §4.5). */
export const operations: Readonly<Record<OperationKind, Operation>> = {
  find: { plan: planCollection, run: ({ entries, request }) => entries.find(request) },
  findOne: {
    plan: planEntry,
    run: ({ entries, request, given }) => {
      if (given()['id'] === undefined) throw new ApiError('ValidationError', `${request.type.singularName} needs an id`)
      return ofEntry(given(), (id) => entries.findOne(request, id))
    },
  },
  findSingle: {
    plan: planSingleEntry,
    run: ({ entries, request, given }) => {
      requireOneLocale(given())
      return nullIfMissing(entries.findSingle(request))
    },
  },
  create: {
    ...mutation,
    run: ({ entries, request, given }) => entries.create(request, withLocale(request.type, given()), drafts),
  },
  update: {
    ...mutation,
    run: ({ entries, request, given }) => ofEntry(given(), (id) => entries.update(request, id, given()['data'])),
  },
  delete: { ...mutation, run: ({ entries, request, given }) => ofEntry(given(), (id) => entries.remove(request, id)) },
  updateSingle: {
    ...mutation,
    run: ({ entries, request, given }) => {
      requireOneLocale(given())
      return entries.updateSingle(request, given()['data'], drafts)
    },
  },
  deleteSingle: {
    ...mutation,
    run: async ({ entries, request, given }) => {
      requireOneLocale(given())
      const deleted = await nullIfMissing(entries.removeSingle(request))
      if (deleted === null) throw new ApiError('NotFoundError', 'Entity not found')
      return deleted
    },
  },
  createLocalization: {
    ...mutation,
    run: ({ entries, request, given }) => {
      const id = request.type.kind === 'singleType' ? null : idOf(given())
      return entries.createLocalization(request, id, withLocale(request.type, given()))
    },
  },
}

/** A single type has an entry in each locale: `all` would be any of them. @throws ApiError ValidationError */
function requireOneLocale({ locale }: Arguments): void {
  if (locale === 'all')
    throw new ApiError('ValidationError', 'locale must name one locale here: all stands for several')
}

/** The locale stands beside `data` in the arguments, and inside of it in a body. */
function withLocale({ localized }: ContentType, { data, locale }: Arguments): unknown {
  return localized && typeof locale === 'string' ? { ...(data as object | undefined), locale } : data
}
