import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContentApi } from '@content-api/server'
import { parser } from '@prometheus-io/lezer-promql'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, 'docs/server/monitoring', name), 'utf8')

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[]
}

const { groups } = parse(read('prometheus-rules.yml')) as Rules
const { panels } = JSON.parse(read('grafana-dashboard.json')) as Dashboard
const queries = [
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [`alert ${alert}`, expr] as const)),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [`panel ${title}`, expr] as const)),
]

/** Metrics of Prometheus itself, and of the primary process of `--workers`. */
const others = new Set(['up', 'content_api_workers'])

/** Returns the names of all time series that a service prints. */
async function printedSeries(): Promise<ReadonlySet<string>> {
  const auth = { jwt: { secret: 'a secret of this test, which nothing else uses' } }
  const config = { auth, metrics: { port: 0 }, log: { level: 'silent' as const } }
  const api = await createContentApi({ project: join(root, 'examples/atlas'), database: ':memory:', config })
  try {
    const { text } = (await api.metrics?.text()) ?? { text: '' }
    const types = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)]
    return new Set(
      types.flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    )
  } finally {
    await api.close()
  }
}

/** Returns the metrics that a PromQL expression reads. Grafana replaces its variables before Prometheus sees them. */
function metricsIn(expression: string): readonly string[] {
  const promql = expression.replaceAll(/\$__rate_interval|\$__interval/g, '5m')
  const found: string[] = []
  parser.parse(promql).iterate({
    enter({ name, from, to, type }) {
      if (type.isError) throw new Error(`Invalid PromQL at "${promql.slice(from, from + 20)}" in: ${promql}`)
      if (name === 'VectorSelector') found.push(/^[\w:]+/.exec(promql.slice(from, to))?.[0] ?? '')
    },
  })
  return found
}

describe('monitoring files', () => {
  test('contain only valid PromQL over metrics that the service prints', async () => {
    const printed = await printedSeries()
    const unknown = queries.flatMap(([place, expression]) =>
      metricsIn(expression)
        .filter((name) => !printed.has(name) && !others.has(name))
        .map((name) => `${place}: ${name}`),
    )
    expect(queries.length).toBeGreaterThan(20)
    expect(unknown).toEqual([])
  })

  test('are where the page on metrics links to', () => {
    const page = readFileSync(join(root, 'docs/server/metrics.md'), 'utf8')
    const links = [...page.matchAll(/\]\((monitoring\/[^)]+)\)/g)].map(([, path = '']) => path)
    expect(links.length).toBeGreaterThan(1)
    expect(links.filter((path) => !existsSync(join(root, 'docs/server', path)))).toEqual([])
  })

  test('are checked by a parser that rejects a mistake', () => {
    expect(() => metricsIn('sum by (le) (rate(up[5m])')).toThrow('Invalid PromQL')
    expect(metricsIn('rate(up{job="a"}[5m]) / foo')).toEqual(['up', 'foo'])
  })
})
