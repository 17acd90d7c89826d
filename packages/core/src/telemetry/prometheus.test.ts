import { expect, it } from 'vitest'
import { MergedMetrics, PrometheusMeter } from './prometheus.js'

const request = { method: 'GET', route: '/api/notes', status: 200, milliseconds: 3 }
const series =
  'http_server_request_duration_seconds_count{http_request_method="GET",http_route="/api/notes",http_response_status_code="200"}'

it('sums the counters of all processes, including ended ones', async () => {
  const [one, two] = [new PrometheusMeter('sqlite'), new PrometheusMeter('sqlite')]
  const merged = new MergedMetrics<string>()
  const note = async (name: string, meter: PrometheusMeter) =>
    merged.note(name, await meter.registry.getMetricsAsJSON())
  one.begin()
  one.begin()
  one.request(request)
  two.begin()
  two.request(request)
  two.costRejected()
  await note('one', one)
  await note('two', two)
  const before = await merged.merged().metrics()
  expect(before).toContain(`${series} 2`)
  expect(before).toContain('http_server_active_requests 1')
  expect(before).toContain('content_api_query_cost_rejected_total 1')

  await merged.end('two')
  await merged.end('two')
  const after = await merged.merged().metrics()
  expect(after).toContain(`${series} 2`)
  expect(after).toContain('content_api_query_cost_rejected_total 1')
  const three = new PrometheusMeter('sqlite')
  three.begin()
  three.request(request)
  await note('three', three)
  await merged.end('one')
  const last = await merged.merged().metrics()
  expect(last).toContain(`${series} 3`)
  // A gauge only covers the processes that run.
  expect(last).toContain('http_server_active_requests 0')
})
