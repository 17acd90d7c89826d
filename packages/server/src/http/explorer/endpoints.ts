import { ApiError } from '@content-api/engine/errors'
import {
  createSession,
  type AnyDatabase,
  isExplainable,
  isReadStatement,
  type TracedStatement as RanStatement,
} from '@content-api/engine/database'
import type { ActAs } from '@content-api/capabilities/accounts/act-as'
import { invalidParameter } from '@content-api/core/errors/invalid-parameter'
import { type HttpRequest, type HttpResponse, jsonResponse } from '@content-api/core/message/message'
import { type MessageLimits } from '@content-api/core/message/body'
import { parseQueryString } from '@content-api/core/message/query-string'
import { changeVersions } from './document-versions.js'
import { explorerModel, type ModelParts, visibleSchemas, type VisibleSchemas } from './model.js'
import { actAsHeader, type TracedRequests, type RecordedRequest } from './traced-requests.js'
import type { ExplorerWebhooks, StatementPlan, TracedRequest, TracedStatement } from '@content-api/explorer/protocol'
import { readId } from '@content-api/core/query/raw-value'
import type { Webhooks } from '@content-api/capabilities/webhooks/webhooks'
import { hiddenNames, namesIn, type Visibility } from '@content-api/engine/layout'

export interface ExplorerParts extends ModelParts {
  readonly actAs: ActAs
  readonly traced: TracedRequests
  readonly limits: MessageLimits
  readonly webhooks: Pick<Webhooks, 'list' | 'events' | 'deliveries' | 'retry'>
}

type Endpoint = (request: HttpRequest) => Promise<unknown>

/**
 * Returns the endpoints of the page at `/`, by path. `serveDevelopers` checks that a
 * developer sent the request.
 */
export function explorerEndpoints(parts: ExplorerParts): ReadonlyMap<string, Endpoint> {
  const { actAs } = parts
  const only = (method: 'GET' | 'POST', respond: Endpoint): Endpoint => {
    return async (request) => {
      if (request.method === method) return respond(request)
      const message = `${request.method} is not allowed here. Allowed: ${method}`
      throw new ApiError('MethodNotAllowedError', message, { headers: { Allow: method } })
    }
  }
  const read = (respond: Endpoint) => only('GET', respond)
  const findCaller = async (name: string) => {
    const session = createSession({ client: () => undefined, signal: () => undefined })
    const identity = await actAs.find(name)
    const caller = await actAs.run(name, async () => actAs.current(session))
    if (!caller) throw new Error(`The identity ${name} has no caller.`)
    return { identity, caller }
  }
  return new Map<string, Endpoint>([
    [
      '/content-api/explorer/model',
      read(async (request) => {
        parametersOf(request, parts.limits, [])
        const { identity, caller } = await findCaller(request.header(actAsHeader) ?? 'everything')
        return explorerModel(parts, caller, identity)
      }),
    ],
    [
      '/content-api/explorer/identities',
      read((request) => {
        parametersOf(request, parts.limits, [])
        return actAs.list()
      }),
    ],
    [
      '/content-api/explorer/statements',
      read(async (request) => {
        const { trace, analyze } = parametersOf(request, parts.limits, ['trace', 'analyze'])
        if (trace === undefined)
          throw new ApiError('ValidationError', 'Add ?trace=, with the Content-Api-Trace of a response')
        if (analyze !== undefined && analyze !== 'true' && analyze !== 'false') {
          throw new ApiError('ValidationError', 'analyze must be true or false')
        }
        const name = request.header(actAsHeader) ?? null
        const found = parts.traced.find(trace, name)
        if (!found)
          throw new ApiError(
            'NotFoundError',
            'The statements of this request are no longer stored, or another identity sent it',
          )
        const { caller } = await findCaller(name ?? 'public')
        return explainRequest(trace, found, {
          database: parts.database,
          visible: name === 'everything' ? null : visibleSchemas(parts, caller, false),
          analyze: analyze === 'true',
        })
      }),
    ],
    [
      '/content-api/explorer/documents',
      only('POST', async (request) => {
        const parameters = parametersOf(request, parts.limits, ['type', 'document', 'action', 'locale'])
        const name = request.header(actAsHeader) ?? 'everything'
        const { caller } = await findCaller(name)
        return actAs.run(name, () => changeVersions(parts, caller, parameters))
      }),
    ],
    [
      '/content-api/explorer/webhooks',
      read(async (request) => {
        parametersOf(request, parts.limits, [])
        requireEverything(request)
        const states = ['waiting', 'delivered', 'dead'] as const
        const [events, deliveries] = [await parts.webhooks.events(), await parts.webhooks.deliveries({ states })]
        return { webhooks: parts.webhooks.list(), events, deliveries } satisfies ExplorerWebhooks
      }),
    ],
    [
      '/content-api/explorer/webhooks/deliver-again',
      only('POST', async (request) => {
        const { delivery } = parametersOf(request, parts.limits, ['delivery'])
        requireEverything(request)
        const id = readId(delivery ?? '')
        if (id === null) throw new ApiError('ValidationError', 'Add ?delivery=, with the id of a delivery')
        if ((await parts.webhooks.retry({ delivery: id })) === 0) {
          throw new ApiError('NotFoundError', 'The delivery is no longer stored')
        }
        return { repeated: true }
      }),
    ],
  ])
}

/** Responses to webhooks may show content of any type. @throws ApiError ForbiddenError */
function requireEverything(request: HttpRequest): void {
  if ((request.header(actAsHeader) ?? 'everything') !== 'everything') throw new ApiError('ForbiddenError')
}

/** @throws ApiError ValidationError for a parameter that isn't in `known`, or whose value isn't a string */
function parametersOf(
  { query }: HttpRequest,
  limits: MessageLimits,
  known: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const parameters: Record<string, string> = {}
  for (const [name, value] of Object.entries(parseQueryString(query, limits))) {
    if (!known.includes(name)) throw invalidParameter(name, known)
    if (typeof value !== 'string') throw new ApiError('ValidationError', `${name} must be one value`)
    parameters[name] = value
  }
  return parameters
}

export async function noStoreJson(value: Promise<unknown>): Promise<HttpResponse> {
  const { status, headers, body } = jsonResponse(JSON.stringify(await value))
  return { status, headers: { ...headers, 'Cache-Control': 'no-store' }, body }
}

/** The maximum number of characters of a parameter that are shown. */
const shownCharacters = 1_000

interface StatementsScope {
  readonly database: AnyDatabase
  /** The schemas that the identity may see; null for the identity that passes every check. */
  readonly visible: VisibleSchemas | null
  readonly analyze: boolean
}

/**
 * Returns the statements of a request with their plans. Statements that name things that the identity may not
 * see are left out.
 */
async function explainRequest(id: string, request: RecordedRequest, scope: StatementsScope): Promise<TracedRequest> {
  const { trace, method, path } = request
  const { database, visible } = scope
  const hidden: ReadonlySet<unknown> = visible ? hiddenNames(database, visibilityOf(visible)) : new Set()
  const shown = trace.statements.filter(
    ({ sql, values }) => ![...namesIn(sql), ...values].some((one) => hidden.has(one)),
  )
  const statements: TracedStatement[] = []
  // One after the other, so that the page takes at most one connection.
  for (const statement of shown) statements.push(await explain(statement, scope))
  return {
    trace: id,
    method,
    path,
    dialect: database.dialect.name === 'postgres' ? 'postgres' : 'sqlite',
    statements,
    dropped: trace.count - trace.statements.length,
    withheld: trace.statements.length - shown.length,
  }
}

function visibilityOf({ types, related, components }: VisibleSchemas): Visibility {
  const schemas = [...types, ...related, ...components].map(
    ({ uid, attributes }) => [uid, new Set(attributes.map(({ name }) => name))] as const,
  )
  const known = new Map(schemas)
  return { schema: ({ uid }) => known.has(uid), attribute: ({ uid }, name) => known.get(uid)?.has(name) === true }
}

async function explain(statement: RanStatement, { database, analyze }: StatementsScope): Promise<TracedStatement> {
  const { sql, values, milliseconds } = statement
  return {
    sql,
    parameters: values.map((value) =>
      typeof value === 'string' && value.length > shownCharacters ? `${value.slice(0, shownCharacters)}…` : value,
    ),
    kind: isReadStatement(sql) ? 'read' : 'write',
    milliseconds,
    plan: isExplainable(sql) ? await planOf(statement, database, analyze) : null,
  }
}

/** Returns null if the database can't explain the statement, for example because its table has changed since. */
async function planOf(statement: RanStatement, database: AnyDatabase, analyze: boolean): Promise<StatementPlan | null> {
  try {
    return await database.explain(statement, { analyze })
  } catch (error) {
    // The developer should know that a statement takes too long.
    if (analyze && error instanceof ApiError) throw error
    return null
  }
}
