import { EventEmitter, once } from 'node:events'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ContentApi, HookEvent } from '../../src/index.js'
import { type HookedService, openHooked } from '../support/hooked-service.js'
import { databases } from '../../../../tests/support/postgres.js'
import { rawRequest } from '../support/raw-request.js'

const note = 'api::note.note'
const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`

type Options = Parameters<typeof openHooked>[1]

describe.each(await databases())('telemetry of a service on $name', ({ connection }) => {
  const open = async (options: Options): Promise<HookedService> => {
    const service = await openHooked(connection, options)
    onTestFinished(() => service.api.close())
    return service
  }

  it('has metrics on a separate port, labelled by route patterns', async () => {
    const { api } = await open({
      config: { metrics: { port: 0 }, limits: { queryCost: 30 } },
      hooks: { [note]: { beforeCreate: () => undefined } },
    })
    const { port, metrics = '' } = await api.listen({ port: 0 })
    const ask = (line: string, body?: object) =>
      rawRequest({ port }, line, {
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    const created = await ask('POST /api/notes', { data: { title: 'Secret title', slug: `s-${port}` } })
    const { id } = JSON.parse(created.bytes.toString()).data as { id: number }
    for (let count = 0; count < 2; count++) await ask('GET /api/notes?filters[title]=canary')
    await ask(`GET /api/notes/${id}`)
    await ask('GET /api/canary')
    await ask('PROPFIND /api/notes')
    expect((await ask('GET /api/notes?populate=*&pagination[pageSize]=100')).status).toBe(400)
    await ask('POST /graphql', { query: '{ __typename }' })
    expect((await ask('GET /metrics')).status).toBe(404)

    const { status, text } = await read(metrics)
    expect(status).toBe(200)
    const series = new Map(text.split('\n').map((line) => line.split(/ (?=\S+$)/) as [string, string]))
    const counted = (method: string, route: string, code: number) =>
      series.get(
        `http_server_request_duration_seconds_count{http_request_method="${method}",http_route="${route}",http_response_status_code="${code}"}`,
      )
    expect(counted('POST', '/api/notes', 200)).toBe('1')
    expect(counted('GET', '/api/notes', 200)).toBe('2')
    expect(counted('GET', '/api/notes', 400)).toBe('1')
    expect(counted('GET', '/api/notes/:id', 200)).toBe('1')
    expect(counted('GET', 'none', 404)).toBe('2')
    expect(counted('_OTHER', '/api/notes', 405)).toBe('1')
    expect(counted('POST', '/graphql', 200)).toBe('1')
    expect(series.get('http_server_active_requests')).toBe('0')
    expect(series.get('content_api_cache_requests_total{cache="plans",result="hit"}')).toBe('1')
    expect(series.get('content_api_query_cost_rejected_total')).toBe('1')
    expect(text).toContain(
      `content_api_hook_duration_seconds_count{action="beforeCreate",content_type="${note}",outcome="done"} 1`,
    )
    expect(text).toMatch(
      /db_client_operation_duration_seconds_count\{db_system_name="\w+",db_operation_name="INSERT",error_type=""\} [1-9]/,
    )
    expect(series.get('db_client_connection_count{db_client_connection_pool_name="read"}')).toBe('0')
    expect(series.get('db_client_connection_pending_requests{db_client_connection_pool_name="write"}')).toBe('0')
    expect(series.get('content_api_queue_waiting{queue="passwords"}')).toBe('0')
    expect(series.get('content_api_queue_running{queue="response memory"}')).toBe('0')
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
      expect(text).toContain(name)
    expect(text).not.toContain('canary')
    expect((await read(metrics.replace('/metrics', '/api/notes'))).status).toBe(404)
  })

  it('traces a request to its statements, continues the trace of the caller and passes it to hooks', async () => {
    const { exporter, provider, recorded } = collectSpans()
    const events: HookEvent[] = []
    const { api } = await open({
      config: { traces: { provider } },
      hooks: { [note]: { beforeCreate: (event) => void events.push(event) } },
    })
    await fetchFrom(api, 'GET', '/api/notes?filters[title][$contains]=canary&sort=slug&populate=lines', { traceparent })
    await recorded('GET /api/notes')
    const spans = exporter.getFinishedSpans()
    const request = spans.find(({ name }) => name === 'GET /api/notes')
    expect(request?.spanContext().traceId).toBe(traceId)
    expect(request?.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
    expect(request?.attributes).toMatchObject({ 'http.route': '/api/notes', 'http.response.status_code': 200 })
    const below = spans.filter((span) => span.parentSpanContext?.spanId === request?.spanContext().spanId)
    expect(below.map(({ name }) => name)).toEqual(expect.arrayContaining([`plan ${note}`, 'SELECT']))
    const statement = below.find(({ attributes }) => attributes['content_api.content_type'] === note)
    expect(statement?.attributes).toMatchObject({
      'db.operation.name': 'SELECT',
      'content_api.filters': 'title $contains',
      'content_api.sort': 'slug asc',
      'content_api.populate': 'lines',
    })
    expect(JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]))).not.toContain('canary')

    exporter.reset()
    const slug = `traced-${connection.dialect}`
    await fetchFrom(api, 'POST', '/api/notes', { traceparent }, { data: { title: 'a', slug } })
    await recorded('POST /api/notes')
    const names = exporter.getFinishedSpans().map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['POST /api/notes', `beforeCreate ${note}`, 'INSERT']))
    const own = exporter.getFinishedSpans().find(({ name }) => name === 'POST /api/notes')
    expect(events[0]?.traceparent).toBe(`00-${traceId}-${own?.spanContext().spanId}-01`)
  })

  it('records the spans of all finished requests before it closes', async () => {
    const { exporter, provider } = collectSpans()
    const { api } = await openHooked(connection, { config: { traces: { provider } } })
    const count = 100
    for (let sent = 0; sent < count; sent++) await fetchFrom(api, 'GET', '/api/notes')
    await api.close()
    const requests = exporter.getFinishedSpans().filter(({ name }) => name === 'GET /api/notes')
    expect(requests).toHaveLength(count)
  })

  it("passes the caller's traceparent to hooks when tracing is off", async () => {
    const events: HookEvent[] = []
    const hooks = { [note]: { beforeCreate: (event: HookEvent) => void events.push(event) } }
    const { api } = await open({ hooks })
    const create = (slug: string, headers: Record<string, string>) =>
      fetchFrom(api, 'POST', '/api/notes', headers, { data: { title: 'a', slug: `${slug}-${connection.dialect}` } })
    await create('passed', { traceparent })
    await create('without', {})
    await create('broken', { traceparent: '00-0-0-canary' })
    expect(events.map((event) => event.traceparent)).toEqual([traceparent, undefined, undefined])
    expect(api.metrics).toBeNull()
  })

  it('reports the phases of a response in Server-Timing in development', async () => {
    const { api } = await open({ development: true })
    const { headers } = await fetchFrom(api, 'GET', '/api/notes')
    expect(headers.get('server-timing')).toMatch(
      /^plan;dur=[\d.]+, wait;dur=[\d.]+, db;dur=[\d.]+;desc="1 statement", total;dur=[\d.]+$/,
    )
  })
})

it('rejects a metrics port that is the port of the service', async () => {
  const database = { dialect: 'sqlite', file: ':memory:' } as const
  await expect(openHooked(database, { config: { port: 4001, metrics: { port: 4001 } } })).rejects.toThrow(
    'metrics.port is 4001, the port of the service. Use another port for the metrics.',
  )
})

/** Returns a provider that keeps spans in memory. `recorded` waits for the next span of a name. */
function collectSpans() {
  const exporter = new InMemorySpanExporter()
  const ended = new EventEmitter()
  class Announcing extends SimpleSpanProcessor {
    override onEnd(span: ReadableSpan): void {
      super.onEnd(span)
      ended.emit(span.name)
    }
  }
  const provider = new BasicTracerProvider({ spanProcessors: [new Announcing(exporter)] })
  return { exporter, provider, recorded: (name: string) => once(ended, name) }
}

async function read(url: string) {
  const response = await fetch(url)
  return { status: response.status, text: await response.text() }
}

async function fetchFrom(
  api: ContentApi,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await api.fetch(
    new Request(`http://service.example${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...sent,
    }),
  )
  expect(response.status).toBe(200)
  return response
}
