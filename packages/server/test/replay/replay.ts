import type { Connection } from '@content-api/engine/database'
import type { ContentType } from '@content-api/model'
import { envelopeOf, succeeded } from './responses.js'
import { changeEntries } from './entries-of.js'
import type { JsonResponse, Exchange, ReplayRequest } from './exchange.js'
import { type GraphqlRequest, graphqlRequestOf, isGraphql, isQuery } from './graphql-request.js'
import { keepGraphqlInStep, skipToMade } from './graphql-steps.js'
import type { Ids, LastIds } from './ids.js'
import { isRecord, segmentsOf, targetOf } from './request-target.js'
import type { Case, Rule } from './rule.js'
import { type ReplayServer, type ServerVariant, startServer } from './server.js'
import { Session } from './session.js'
import { type Verdict, judge, expectedResponse, recordedResponse } from './verdict.js'

export interface ReplayOptions {
  readonly connection: Connection
  readonly rules: readonly Rule[]
  readonly variant?: ServerVariant
}

/** An exchange that cannot be judged, and why. */
export interface NotJudged {
  readonly id: string
  readonly section: string
  readonly notJudged: string
}

/**
 * Sends exchanges in order to a new server with the recorded model and content, and compares each response
 * with the expected one.
 */
export async function* replay(
  exchanges: readonly Exchange[],
  options: ReplayOptions,
): AsyncGenerator<Verdict | NotJudged> {
  const server = await startServer(options.connection, options.variant)
  try {
    const session = new Session(server.port, server.nextMailCode)
    const earlier: ReplayRequest[] = []
    const graphql = await servesGraphql(session)
    for (const exchange of exchanges) {
      await session.prepare(exchange)
      const reason =
        isGraphql(exchange) && !graphql ? 'the server has no GraphQL endpoint' : unfilled(session.filled(exchange))
      if (reason !== null) {
        const { id, section } = exchange
        if (exchange.response !== null) yield { id, section, notJudged: reason }
        continue
      }
      const verdict = await send(exchange, earlier, server, session, options.rules)
      earlier.push(exchange)
      if (verdict) yield verdict
    }
  } finally {
    await server.close()
  }
}

async function servesGraphql(session: Session): Promise<boolean> {
  const body = { query: '{ __typename }' }
  return (await session.send({ method: 'POST', path: '/graphql', role: 'public', body })).status !== 404
}

/** An exchange cannot be sent if an earlier one did not provide a captured value. */
function unfilled({ path, body }: ReplayRequest): string | null {
  return /\{\{\w+\}\}/.test(`${path} ${JSON.stringify(body ?? null)}`) ? 'they build on one that is not judged' : null
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

async function send(
  exchange: Exchange,
  earlier: readonly ReplayRequest[],
  server: ReplayServer,
  session: Session,
  rules: readonly Rule[],
): Promise<Verdict | null> {
  const { world, ids, granted } = server
  const request = session.filled(exchange)
  const may = (action: string, uid: string) => granted(request.role, action, uid)
  const ask = (path: string) => session.send({ method: 'GET', path, role: request.role })
  const recorded = recordedResponse(exchange)
  const target = targetOf(request, world.registry)
  const graphql = graphqlRequestOf(request, world.registry)
  const reads = safe.has(request.method) || (graphql !== null && isQuery(graphql))
  const before = reads ? new Map<string, number>() : await skipTo({ request, target, world, graphql }, recorded, ids)
  const nextId = ({ collectionName }: ContentType) => (before.get(collectionName) ?? 0) + 1
  const of: Case = { request, target, graphql, world, may, ask, nextId, earlier }
  const expected = recorded && (await expectedResponse(of, recorded, rules))
  if (reads) {
    const ours = await session.send(request)
    return expected && judge(exchange, expected, ours)
  }
  const instead = await insteadOf(of, recorded, rules)
  const isRejected = recorded !== null && !succeeded(recorded) && request.method === 'PUT'
  const held = isRejected ? await server.components.read() : null
  const ours = await session.send(request)
  world.changed()
  if (held && succeeded(ours)) await server.components.restore(held)
  await keepInStep({ of, recorded, ours, before, instead }, server, session)
  return expected && judge(exchange, expected, ours)
}

/** The content types of plugins, by the path that creates their entries. */
const pluginTables: Readonly<Record<string, string>> = {
  upload: 'plugin::upload.file',
  users: 'plugin::users-permissions.user',
  'auth/local/register': 'plugin::users-permissions.user',
}

/** What determines the content type of the entry that a request creates. */
type Made = Pick<Case, 'request' | 'target' | 'world'> & { readonly graphql: GraphqlRequest | null }

function madeBy({ request, target, world }: Made): ContentType | null {
  if (target?.operation === 'create' || target?.operation === 'localize') return target.type
  const uid = request.method === 'POST' ? pluginTables[segmentsOf(request).join('/').toLowerCase()] : undefined
  return uid === undefined ? null : world.registry.contentType(uid)
}

/**
 * Advances the id counter of a type to that of the recording: exchanges that the file leaves out used ids
 * there. The counter never goes back.
 */
async function skipTo(of: Made, recorded: JsonResponse | null, ids: Ids): Promise<LastIds> {
  if (of.graphql) return skipToMade(of.graphql, recorded, ids)
  const type = madeBy(of)
  const last = await ids.read()
  const created = recorded && succeeded(recorded) ? createdId(recorded) : null
  const table = type?.collectionName
  if (table === undefined || created === null || created - 1 <= (last.get(table) ?? 0)) return last
  await ids.restore(new Map([[table, created - 1]]))
  return ids.read()
}

/** Returns the id of the created entry, in any response shape; the smallest id for a list. */
function createdId({ body }: JsonResponse): number | null {
  if (Array.isArray(body)) {
    const ids = body.flatMap((item: unknown) => (isRecord(item) && typeof item['id'] === 'number' ? [item['id']] : []))
    return ids.length > 0 ? Math.min(...ids) : null
  }
  const entry: unknown = body
  if (!isRecord(entry)) return null
  const { id } = [entry['data'], entry['user']].find(isRecord) ?? entry
  return typeof id === 'number' ? id : null
}

interface Sent {
  readonly of: Case
  readonly recorded: JsonResponse | null
  readonly ours: JsonResponse
  readonly before: LastIds
  readonly instead: ReplayRequest | null
}

/**
 * Brings the content to the recorded state: sends an equivalent of a rejected write, or undoes a write that
 * Strapi rejected.
 */
async function keepInStep(
  { of, recorded, ours, before, instead }: Sent,
  { ids, world }: ReplayServer,
  session: Session,
) {
  if (of.graphql) {
    const remove = async (type: ContentType, id: number) => {
      await session.send({ method: 'DELETE', path: `/api/${type.pluralName}/${id}`, role: 'full' })
    }
    await keepGraphqlInStep({ graphql: of.graphql, recorded, ours, before }, ids, remove)
    world.changed()
    return
  }
  if (!succeeded(ours)) {
    await ids.restore(before)
    if (instead && !succeeded(await session.send(instead))) await ids.restore(before)
    await passShownIds(of, recorded, ids)
    world.changed()
    return
  }
  const created = createdId(ours)
  const { request, target } = of
  if (!recorded || succeeded(recorded) || request.method !== 'POST' || !target || created === null) return
  await session.send({ method: 'DELETE', path: `/api/${target.type.pluralName}/${created}`, role: 'full' })
  await ids.restore(before)
  world.changed()
}

/** Strapi used ids for what this server rejected, including ids of components. */
async function passShownIds({ target, world }: Case, recorded: JsonResponse | null, ids: Ids): Promise<void> {
  const envelope = recorded && envelopeOf(recorded)
  if (!envelope || target?.operation !== 'create') return
  const last = new Map(await ids.read())
  await changeEntries(envelope.data, target.type, world.registry, ({ schema, id, attributes }) => {
    last.set(schema.collectionName, Math.max(last.get(schema.collectionName) ?? 0, id))
    return attributes
  })
  await ids.restore(last)
}

/** Returns the request with an equivalent body and path that this server accepts. */
async function insteadOf(
  of: Case,
  recorded: JsonResponse | null,
  rules: readonly Rule[],
): Promise<ReplayRequest | null> {
  const { request } = of
  if (recorded && !succeeded(recorded)) return null
  let { body, path } = request
  for (const { instead, insteadPath } of rules) {
    const data = await instead?.({ ...of, request: { ...request, body } })
    if (data !== undefined && data !== null && isRecord(body)) body = { ...body, data }
    path = (await insteadPath?.(of)) ?? path
  }
  return body === request.body && path === request.path ? null : { ...request, body, path }
}
