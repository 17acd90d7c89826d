import { type ContentType, isRecord, type Registry } from '@content-api/model'
import { ApiError, validationError } from '@content-api/engine/errors'
import type { JsonText, ReadPlan, Values } from '@content-api/engine/plan'
import type { Handler } from '@content-api/core/composition/handler'
import type { IdentifyRequest } from '@content-api/core/composition/identify'
import type { Caller } from '@content-api/core/entries/caller'
import { dataOf, type MessageLimits, parseBody } from '@content-api/core/message/body'
import {
  type HttpRequest,
  type HttpResponse,
  joined,
  jsonResponse,
  noteRoute,
  segmentsBelow,
} from '@content-api/core/message/message'
import { parseQueryString } from '@content-api/core/message/query-string'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import type { RawQuery } from '@content-api/core/query/raw-value'
import { actionUid } from '@content-api/capabilities/accounts/actions'
import { servingRules } from '@content-api/strapi-reads/document-reads'
import { planDocument } from '@content-api/strapi-reads/rest5/plan-documents'
import { typesByName } from '@content-api/strapi-reads/rest5/types-by-name'
import type { DocumentSettings } from '../documents/context.js'
import type { RunDocumentWrite } from '../documents/run-write.js'
import { findOrLockSingle, findSingleDocument } from '../documents/versions.js'
import { checkKeys } from '../input/check-keys.js'
import { hashPasswords } from '../input/hash-passwords.js'
import { withDocumentChanges } from './result-changes.js'
import { castProblem, typeProblem } from '../input/type-problem.js'
import { checkQuery } from '../query/check-query.js'
import { checkOf } from '../documents/if-match.js'
import { localeOf, localesOf, statusOf } from '../documents/write-target.js'

export interface DocumentWritesOptions {
  readonly registry: Registry
  readonly context: (can: Can) => PlanContext
  readonly settings: DocumentSettings
  readonly write: RunDocumentWrite
  /** Returns whether an action has no generated route. */
  readonly isRemoved: (action: string) => boolean
  /** The prefix of all paths, for example `/api`. */
  readonly prefix: string
  readonly limits: MessageLimits
  readonly identify: IdentifyRequest
}

/** A request for one path of the generated routes. */
interface Target {
  readonly type: ContentType
  /** Null for the path of a collection, and for single types. */
  readonly documentId: string | null
}

interface Write extends Target {
  readonly request: HttpRequest
  readonly caller: Caller
  readonly query: RawQuery
}

type Run = (options: DocumentWritesOptions, write: Write) => Promise<HttpResponse>

interface Operation {
  readonly action: 'create' | 'update' | 'delete'
  readonly run: Run
}

/** The writes of each path, by method. */
const collection: Readonly<Record<string, Operation>> = { POST: { action: 'create', run: create } }
const document: Readonly<Record<string, Operation>> = {
  PUT: { action: 'update', run: update },
  DELETE: { action: 'delete', run: remove },
}

/**
 * Returns the handler of the generated routes of Strapi 5 that write. It returns null for reads and for all
 * other paths.
 * @throws ApiError
 */
export function createDocumentWrites(options: DocumentWritesOptions): Handler {
  const { prefix, limits, identify, isRemoved } = options
  const types = typesByName(options.registry)
  return async (request) => {
    const [name = '', documentId, ...more] = segmentsBelow(prefix, request.path) ?? []
    const type = types.get(name.toLowerCase())
    const isSingle = type?.kind === 'singleType'
    if (!type || more.length > 0 || (isSingle && documentId !== undefined)) return null
    const operations = isSingle || documentId !== undefined ? document : collection
    if (request.method === 'GET' || request.method === 'HEAD') return null
    noteRoute(request, joined(prefix, `/${name.toLowerCase()}${documentId === undefined ? '' : '/:id'}`))
    const operation = operations[request.method]
    if (!operation) throw notAllowed(operations)
    if (isRemoved(actionUid(operation.action, type))) throw new ApiError('NotFoundError')
    const caller = await identify(request)
    if (!caller.can(operation.action, type)) throw new ApiError('ForbiddenError')
    const query = parseQueryString(request.query, limits)
    return operation.run(options, { type, documentId: documentId ?? null, request, caller, query })
  }
}

function notAllowed(operations: Readonly<Record<string, Operation>>): ApiError {
  const allow = ['HEAD', 'GET', ...Object.keys(operations)].join(', ')
  return new ApiError('MethodNotAllowedError', 'Method Not Allowed', { headers: { Allow: allow } })
}

async function create(options: DocumentWritesOptions, write: Write): Promise<HttpResponse> {
  const { type } = write
  const { data, plan, key, status } = await readWrite(options, write)
  const body = await options.write(write.caller, async (writer, tx) => {
    const { documentId, resultChanges } = await writer.create(key, data, status)
    const read = await tx.read(plan, type.kind === 'singleType' ? undefined : documentId)
    return read && withDocumentChanges(read, type, resultChanges)
  })
  return jsonResponse(requireRead(body), 201)
}

async function update(options: DocumentWritesOptions, write: Write): Promise<HttpResponse> {
  const { type, documentId } = write
  const check = checkOf(write.request.header('if-match'))
  const { data, plan, key, status } = await readWrite(options, write)
  const body = await options.write(write.caller, async (writer, tx) => {
    const found = documentId ?? (await findOrLockSingle(tx, type))
    if (found === null) check(null)
    const written =
      found === null
        ? await writer.create(key, data, status)
        : await writer.update({ ...key, documentId: found }, data, status, check)
    if (!written) throw new ApiError('NotFoundError')
    const read = await tx.read(plan, type.kind === 'singleType' ? undefined : written.documentId)
    return read && withDocumentChanges(read, type, written.resultChanges)
  })
  return jsonResponse(requireRead(body))
}

async function remove(
  options: DocumentWritesOptions,
  { type, documentId, request, query, caller }: Write,
): Promise<HttpResponse> {
  const { settings, context, write } = options
  const { locale: _, ...others } = query
  checkQuery(type, others, context(caller.can), false)
  if (type.draftAndPublish && statusOf(query) === 'draft') {
    throw new ApiError(
      'ValidationError',
      'status=draft has no meaning here: a DELETE removes the draft and the published version',
    )
  }
  const check = checkOf(request.header('if-match'))
  const locales = localesOf(type, query, settings.defaultLocale)
  await write(caller, async (writer, tx) => {
    const found = documentId ?? (await findSingleDocument(tx, type))
    if (found !== null) await writer.delete(type, found, locales, check)
  })
  return { status: 204, headers: {}, body: null }
}

/** Parameters of lists, which have no effect on the response to a write. */
const withoutEffect: ReadonlySet<string> = new Set(['filters', 'sort', 'pagination', '_q'])

/** Reads the query and the body of a write. The query is checked first. @throws ApiError */
async function readWrite(
  { registry, context, settings, limits }: DocumentWritesOptions,
  { type, request, caller, query }: Write,
) {
  const planned = context(caller.can)
  const locale = localeOf(type, query, settings.defaultLocale)
  checkQuery(type, query, planned, false)
  const status = statusOf(query)
  const shown = Object.fromEntries(Object.entries(query).filter(([name]) => !withoutEffect.has(name)))
  const plan: ReadPlan = planDocument(type, shown, planned, servingRules(request))
  const contentType = request.header('content-type')
  const isForm = contentType?.startsWith('multipart/') === true
  const body = isForm ? undefined : parseBody(await request.body(), contentType, limits)
  const given = dataOf(body, isForm ? undefined : contentType)
  if (Array.isArray(given)) throw validationError([{ path: [], message: castProblem('this', given), value: null }])
  if (!isRecord(given)) throw new ApiError('ValidationError', typeProblem('this', 'object', given))
  rejectMisplaced(body)
  checkKeys(type, given, { registry, can: caller.can })
  const data: Values = await hashPasswords(registry, type, given, caller.session?.client)
  return { data, plan, key: { type, locale }, status }
}

/** These belong into the query. Strapi ignores them in a body, and publishes what was meant as a draft. */
function rejectMisplaced(body: unknown): void {
  if (!isRecord(body)) return
  const name = ['status', 'locale'].find((each) => Object.hasOwn(body, each))
  if (name === undefined) return
  throw new ApiError(
    'ValidationError',
    `Invalid key ${name} in the body: write it into the URL, as in ?${name}=${String(body[name]).slice(0, 40)}`,
  )
}

function requireRead(body: JsonText | null): JsonText {
  if (body === null) throw new Error('The written document can not be read')
  return body
}
