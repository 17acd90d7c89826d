import { type Schema, isScalar } from '@content-api/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pluralField, typeName } from '@content-api/interfaces/graphql/naming'
import { readExchanges } from '../replay/exchange.js'
import { recordings } from '../replay/recordings.js'
import { type Target, isRecord, targetOf } from '../replay/request-target.js'
import { type ReplayServer, startServer } from '../replay/server.js'
import { Session } from '../replay/session.js'
import { newDatabases } from '../../../../tests/support/postgres.js'

type Registry = ReplayServer['world']['registry']
type Members = Readonly<Record<string, unknown>>

/** Thrown for a REST query without an equivalent in GraphQL. */
class NoTwin extends Error {}

const groups = new Set(['$and', '$or', '$not'])
const numeric = new Set(['integer', 'float', 'decimal', 'biginteger'])

/** Removes the `$` of operators, and converts values to the types of the schema. */
function inputFilters(filters: unknown, schema: Schema, registry: Registry): Members {
  if (!isRecord(filters)) throw new NoTwin()
  const entries = Object.entries(filters).map(([name, below]) => {
    if (name === '$not' && !Array.isArray(below)) return ['not', inputFilters(below, schema, registry)]
    if (groups.has(name) && Array.isArray(below) && name !== '$not') {
      return [name.slice(1), below.map((part) => inputFilters(part, schema, registry))]
    }
    const attribute = Object.hasOwn(schema.attributes, name) ? schema.attributes[name] : undefined
    // The recorded schema has no filters by the ids of components.
    const nameless = name === 'id' && schema.model === 'component'
    if (!attribute || nameless || attribute.type === 'timestamp') throw new NoTwin()
    if (isScalar(attribute)) return [name, operators(below, attribute.type, name === 'id')]
    if (attribute.type === 'component')
      return [name, inputFilters(below, registry.component(attribute.component), registry)]
    if (attribute.type !== 'relation' || attribute.target === undefined) throw new NoTwin()
    const ofId = !isRecord(below) || Object.keys(below).some((key) => key.startsWith('$') && !groups.has(key))
    const target = registry.contentType(attribute.target)
    return [name, ofId ? { id: operators(below, 'integer', true) } : inputFilters(below, target, registry)]
  })
  return Object.fromEntries(entries) as Members
}

function operators(below: unknown, type: string, isId: boolean): Members {
  if (Array.isArray(below)) return operators({ $in: below }, type, isId)
  if (!isRecord(below)) return operators({ $eq: below }, type, isId)
  const entries = Object.entries(below).map(([operator, operand]) => {
    if (!operator.startsWith('$') || groups.has(operator)) throw new NoTwin()
    if (operator === '$null' || operator === '$notNull') {
      if (!['true', 'false'].includes(String(operand))) throw new NoTwin()
      return [operator.slice(1), operand === 'true']
    }
    const listed = ['$in', '$notIn', '$between'].includes(operator)
    const value = (one: unknown) => typed(one, isId ? 'id' : type)
    if (Array.isArray(operand) && !listed) throw new NoTwin()
    return [operator.slice(1), Array.isArray(operand) ? operand.map(value) : value(operand)]
  })
  return Object.fromEntries(entries) as Members
}

function typed(value: unknown, type: string): unknown {
  if (typeof value !== 'string') throw new NoTwin()
  if (numeric.has(type)) {
    if (!/^-?\d+(\.\d+)?$/.test(value)) throw new NoTwin()
    return type === 'biginteger' ? value : Number(value)
  }
  // REST reads more date formats than GraphQL.
  if (type === 'datetime' && /^\d{4}-\d\d-\d\d(T.*)?$/.test(value)) return new Date(value).toISOString()
  if (type === 'datetime' || (type === 'date' && value.length !== 10)) throw new NoTwin()
  if (type === 'boolean' && !['true', 'false'].includes(value)) throw new NoTwin()
  return type === 'boolean' ? value === 'true' : value
}

interface Twin {
  readonly query: string
  readonly variables: Members
}

/** Returns the GraphQL query for the same list. @throws NoTwin */
function twinOf({ type, query }: Target, registry: Registry): Twin {
  const { filters, sort, locale, publicationState, pagination, ...rest } = query
  const others = Object.keys(rest).filter((name) => name !== 'fields' && name !== 'populate')
  if (others.length > 0 || pagination !== undefined || isRecord(sort)) throw new NoTwin()
  const name = typeName(type)
  const state = type.draftAndPublish ? `, publicationState: ${publicationState === 'preview' ? 'PREVIEW' : 'LIVE'}` : ''
  const inLocale = type.localized && typeof locale === 'string' ? `, locale: "${locale}"` : ''
  return {
    query: `query ($f: ${name}FiltersInput, $s: [String]) { list: ${pluralField(type)}(filters: $f, sort: $s, pagination: { limit: 25 }${state}${inLocale}) { data { id } meta { pagination { total } } } }`,
    variables: { f: inputFilters(filters, type, registry), s: [sort ?? []].flat() },
  }
}

interface List {
  readonly data: readonly { readonly id: string | number }[]
  readonly meta: { readonly pagination: { readonly total: number } }
}

describe.each(newDatabases)('recorded lists with filters on %s', (_name, newDatabase) => {
  let server: ReplayServer
  let session: Session

  beforeAll(async () => {
    server = await startServer((await newDatabase()).connection)
    session = new Session(server.port, server.nextMailCode)
  })
  afterAll(() => server?.close())

  it('have the same entries through GraphQL', async () => {
    const { registry } = server.world
    const ask = async (role: string, body: unknown) =>
      (await session.send({ method: 'POST', path: '/graphql', role, body })).body as { data?: { list: List } }
    let compared = 0
    let meaningful = 0
    for (const exchange of await readExchanges(recordings[0] as string)) {
      const target = exchange.method === 'GET' && !exchange.path.includes('{{') ? targetOf(exchange, registry) : null
      if (target?.operation !== 'list' || target.query['filters'] === undefined) continue
      const rest = await session.send(exchange)
      if (rest.status !== 200) continue
      let twin: Twin
      try {
        twin = twinOf(target, registry)
      } catch (error) {
        if (error instanceof NoTwin) continue
        throw error
      }
      const { data: entries, meta } = rest.body as List
      const response = await ask(exchange.role, twin)
      const list = response.data?.list
      expect(
        list?.data.map(({ id }) => Number(id)),
        `${exchange.id} ${JSON.stringify(response)}`,
      ).toEqual(entries.map(({ id }) => id))
      expect(list?.meta.pagination.total, exchange.id).toBe(meta.pagination.total)
      const all = (await ask(exchange.role, { ...twin, variables: { s: [] } })).data?.list.meta.pagination.total ?? 0
      compared++
      if (meta.pagination.total > 0 && meta.pagination.total < all) meaningful++
    }
    expect(compared).toBeGreaterThan(100)
    // A filter that matches nothing or everything proves little.
    expect(meaningful).toBeGreaterThanOrEqual(compared / 2)
  })
})
