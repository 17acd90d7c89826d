import type { ContentType } from '@content-api/model'
import type { ReadDatabase } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import { fileContentType, type Output, type ReadPlan, userType } from '@content-api/engine/plan'
import { requireSelf } from '@content-api/capabilities/accounts/routes/user-routes'
import type { ActionCall, ActionEndpoint, ActionRoutes } from '@content-api/core/composition/action-routes'
import { type HttpResponse, jsonResponse } from '@content-api/core/message/message'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import { envelope } from '@content-api/core/query/populate/response-form'
import type { RawQuery } from '@content-api/core/query/raw-value'
import { parsePages } from '../rest5/pages.js'
import { planRow, planRows } from '../rest5/plan-rows.js'
import { LeftToStrapi } from '../left-to-strapi.js'
import type { StrapiProcess } from '../rules/strapi-process.js'
import { typesOf } from '../read-types.js'
import { checkPart, differs, read, readLocales } from './plugin-reads.js'

interface PluginReadsOptions {
  readonly database: ReadDatabase
  readonly context: (can: Can) => PlanContext
  readonly dialect: StrapiProcess['dialect']
  /** Checks a query before it is planned. Absent: the server is beside a Strapi, which gets what can't be planned. */
  readonly check?: CheckQuery
}

type CheckQuery = (type: ContentType, query: RawQuery, can: Can) => void

type Run = (call: ActionCall) => Promise<HttpResponse>

/** Parameters that mean something in some reads of Strapi 5. The routes of users ignore all others. */
const meaningful: ReadonlySet<string> = new Set([
  'filters',
  'sort',
  'fields',
  'populate',
  'start',
  'limit',
  'page',
  'pageSize',
  'status',
  'locale',
  'publicationFilter',
  'hasPublishedVersion',
  '_q',
  'lookup',
  'count',
  'ordering',
])

const ofLists = ['filters', 'sort', 'fields', 'populate', 'start', 'limit']
const ofOne = ['fields', 'populate']
const ofFiles = ['filters', 'sort', 'fields']

/** Files of providers without private files have this member. Reads of other providers go to Strapi. */
export const signed = [{ key: 'isUrlSigned', value: { kind: 'text', text: 'false' } satisfies Output }]

/**
 * Returns the reads of users, files and locales of Strapi 5. It reads these without documents: by numeric
 * ids, and without a status.
 */
export function createPluginReads5({
  database,
  context,
  dialect,
  check = () => undefined,
}: PluginReadsOptions): ActionRoutes {
  const userSchema = database.registry.contentType(userType)
  const fileSchema = fileContentType(database.registry)
  const textOf = async (plan: ReadPlan, { caller }: ActionCall, id?: number) => {
    requireNoDrafts(plan)
    return database.read(plan, id, { session: caller.session })
  }
  const list = async (plan: ReadPlan, call: ActionCall) => jsonResponse((await textOf(plan, call)) ?? '[]')
  const one = async (plan: ReadPlan, call: ActionCall, id: number) => {
    const text = await textOf(plan, call, id)
    if (text === null) throw new ApiError('NotFoundError')
    return jsonResponse(text)
  }
  const contextOf = ({ caller }: ActionCall) => context(caller.can)
  const checked = (type: ContentType, names: readonly string[], call: ActionCall): ActionCall => {
    check(
      type,
      Object.fromEntries(Object.entries(call.query).filter(([name]) => names.includes(name))),
      call.caller.can,
    )
    return call
  }
  return {
    users: users('find', ofLists, (call) => {
      const { query } = checked(userSchema, ofLists, call)
      return list(planRows(userSchema, query, contextOf(call), { pagination: partOfRows(query) }), call)
    }),
    'users/count': users('count', ['filters'], async (call) => {
      const { filters } = checked(userSchema, ['filters'], call).query
      const counted = planRows(userSchema, { filters }, contextOf(call), {
        pagination: { by: 'offset', start: 0, limit: 1, withCount: true },
        response: () => ({ kind: 'pagination', figure: 'total' }),
      })
      return jsonResponse((await textOf(counted, call)) ?? '0')
    }),
    'users/me': users('me', ofOne, (call) => {
      const id = requireSelf(call.caller)
      return one(planRow(userSchema, checked(userSchema, ofOne, call).query, contextOf(call)), call, id)
    }),
    'users/:id': users('findOne', ofOne, (call) =>
      one(planRow(userSchema, checked(userSchema, ofOne, call).query, contextOf(call)), call, call.id),
    ),
    'upload/files': read('plugin::upload.content-api.find', [...ofFiles, 'start', 'limit', 'pagination'], (call) => {
      const { query } = checked(fileSchema, ofFiles, call)
      const pagination = partOfRows(query)
      const plan = planRows(fileSchema, query, contextOf(call), { pagination, added: signed })
      if (dialect === 'sqlite') requireOrder(plan, query)
      return list(plan, call)
    }),
    'upload/files/page': read('plugin::upload.content-api.findPage', [...ofFiles, 'pagination'], (call) => {
      const planned = contextOf(call)
      const { query } = checked(fileSchema, ofFiles, call)
      const pagination = parsePages(query['pagination'], planned.limits)
      const response = (entries: Output, plan: Pick<ReadPlan, 'pagination'>) => envelope.response(entries, plan)
      return list(planRows(fileSchema, query, planned, { pagination, response, added: signed }), call)
    }),
    'upload/files/:id': read('plugin::upload.content-api.findOne', [], (call) =>
      one(planRow(fileSchema, {}, contextOf(call), signed), call, call.id),
    ),
    'i18n/locales': readLocales(database),
  }
}

/** Returns the endpoint of a read of users. @param parameters those with a meaning that its query may have */
function users(action: string, parameters: readonly string[], run: Run): ActionEndpoint {
  return read(`plugin::users-permissions.user.${action}`, null, async (call) => {
    const other = Object.keys(call.query).find((name) => meaningful.has(name) && !parameters.includes(name))
    if (other !== undefined) throw differs(other)
    return run(call)
  })
}

/** Returns the part of a list that `start` and `limit` select; null for all rows. @throws LeftToStrapi */
export function partOfRows(query: RawQuery): ReadPlan['pagination'] {
  checkPart(query)
  const { start = '0', limit } = query
  return limit === undefined ? null : { by: 'offset', start: Number(start), limit: Number(limit), withCount: false }
}

/** SQLite reads files in the order of an index if that has all columns: Strapi indexes several attributes of files. */
function requireOrder({ sort, filters, pagination }: ReadPlan, { fields }: RawQuery): void {
  if (sort.length > 0 || pagination) return
  if (filters || fields !== undefined) throw differs('sort')
}

/** Without a status, Strapi shows each version of a document. @throws LeftToStrapi */
export function requireNoDrafts(plan: ReadPlan): void {
  for (const uid of typesOf(plan)) {
    const type = plan.type.uid === uid ? null : uid
    if (type?.startsWith('api::')) {
      throw new LeftToStrapi('construct', `The query reads ${uid} without a status`)
    }
  }
}
