import { describe, expect, it, onTestFinished } from 'vitest'
import type { ConfigInput } from '@content-api/core/config/schema'
import { amount, projectFolder, type ServiceProcess, startService } from '../reliability/service-process.js'
import { eventually } from '../support/eventually.js'
import { type PostgresCluster, runOn, startCluster } from '../support/postgres-cluster.js'
import { secret } from '../support/service.js'
import { isInstalled, startHaproxy, startPgBouncer } from './proxies.js'
import { type LoadResult, percentile, runLoad } from './load.js'

/** Seconds of load. The load test only runs when this is set (`pnpm verify:long`). */
const seconds = amount('SCALE_SECONDS', 0)
const clients = amount('SCALE_CLIENTS', 128)
/** Maximum milliseconds from the promotion to the first write. Without a value, the failover tests don't run. */
const backWithin = amount('FAILOVER_BACK_WITHIN', 0)
const processes = 3

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
const print = (line: string) => process.stdout.write(`${line}\n`)

async function start(settings: Readonly<Record<string, string>> = {}): Promise<PostgresCluster> {
  const cluster = await startCluster(2, { max_connections: '300', ...settings })
  onTestFinished(() => cluster.stop())
  await runOn(`${cluster.primary.url}/postgres`, 'CREATE DATABASE content')
  for (const { url } of cluster.standbys) {
    await eventually(() => runOn(`${url}/content`, 'SELECT 1'))
  }
  return cluster
}

async function startServices(database: ConfigInput['database']): Promise<ServiceProcess[]> {
  const project = projectFolder({
    database,
    auth: { jwt: { secret }, rateLimit: { attempts: 10_000 } },
    log: { level: 'warn' },
  })
  const services: ServiceProcess[] = []
  for (let index = 0; index < processes; index++) services.push(await startService(project, null))
  return services
}

async function register({ url }: ServiceProcess, name: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/local/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: name, email: `${name}@example.com`, password: 'Passw0rd!' }),
  })
  return ((await response.json()) as { jwt: string }).jwt
}

/** Returns the confirmed entries that a database doesn't have. */
async function lostIn(url: string, { acknowledged }: LoadResult): Promise<string[]> {
  const names = new Set(JSON.parse(String(await runOn(url, `SELECT json_agg(name)::text FROM tags`))) as string[])
  return acknowledged.filter((name) => !names.has(name))
}

const onlyFailures = ({ stale, withoutRetry, failures }: LoadResult) => ({ stale, withoutRetry, failures })

/** Returns the last warnings and errors of the services. */
const complaints = (services: readonly ServiceProcess[]) =>
  services
    .flatMap((service) => service.output().split('\n'))
    .filter((line) => / (warn|error): /.test(line))
    .slice(-12)
    .join('\n')

const readsOf = async (url: string) =>
  Number(await runOn(url, `SELECT idx_scan + seq_scan FROM pg_stat_user_tables WHERE relname = 'tags'`))

function describeRun({ requests, milliseconds, acknowledged }: LoadResult, took: number): string {
  const rate = Math.round(requests / took)
  const [half, most] = [0.5, 0.99].map((share) => Math.round(percentile(milliseconds, share)))
  return `${requests} requests in ${Math.round(took)} s (${rate}/s, p50 ${half} ms, p99 ${most} ms), ${acknowledged.length} creations acknowledged`
}

describe('several machines', () => {
  it.runIf(seconds > 0)(
    `${clients} connections to ${processes} processes, PgBouncer, a primary and two replicas`,
    {
      timeout: 600_000 + seconds * 2_000,
    },
    async () => {
      const cluster = await start()
      const direct = [cluster.primary, ...cluster.standbys].map(({ url }) => `${url}/content`)
      const isPooled = isInstalled('pgbouncer')
      const [primary = '', ...replicas] = isPooled ? await startPgBouncer(direct) : direct
      const services = await startServices({
        url: primary,
        replicas,
        poolSize: 20,
        ...(isPooled && { pooler: 'transaction' as const }),
      })
      const urls = isInstalled('haproxy') ? [await startHaproxy(services)] : services.map(({ url }) => url)
      const [service] = services
      const tokens = [
        await register(service as ServiceProcess, 'ann'),
        await register(service as ServiceProcess, 'bob'),
      ]
      const before = await Promise.all(direct.map(readsOf))
      const end = performance.now() + seconds * 1_000
      const result = await runLoad({ urls, clients, tokens, running: () => performance.now() < end })
      await wait(1_000)
      const scans = (await Promise.all(direct.map(readsOf))).map((reads, index) => reads - (before[index] ?? 0))
      const lost = await lostIn(direct[0] as string, result)
      const failed = [...result.statuses].filter(([status]) => status >= 500 || status === 0)
      print(describeRun(result, seconds))
      if (result.refusal !== '') print(`the latest 503: ${result.refusal}\n${complaints(services)}`)
      print(`scans of the table on the primary and the replicas: ${scans.join(', ')}`)
      print(
        `${lost.length} acknowledged writes lost, ${failed.reduce((sum, [, count]) => sum + count, 0)} responses lost or with status 5xx, ${result.stale.length} stale reads of one's own writes`,
      )
      expect({ lost, failed, stale: result.stale, failures: result.failures }).toEqual({
        lost: [],
        failed: [],
        stale: [],
        failures: [],
      })
      expect(Math.min(...scans)).toBeGreaterThan(0)
    },
  )

  it.runIf(backWithin > 0).each(['ends', 'stands still'])(
    'the primary %s under load, a standby is promoted, and no confirmed write is lost',
    async (how) => {
      const cluster = await start()
      const urlOf = ({ url }: { readonly url: string }) => `${url}/content`
      const all = [cluster.primary, ...cluster.standbys].map(urlOf)
      // Only the primary gets this setting: a promoted standby would wait for standbys that no longer exist.
      await runOn(all[0] as string, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby0, standby1)'`)
      await runOn(all[0] as string, 'SELECT pg_reload_conf()')
      const services = await startServices({
        url: all[0] as string,
        hosts: all.map((url) => new URL(url).host),
        replicas: all,
      })
      const urls = services.map(({ url }) => url)
      const tokens = [await register(services[0] as ServiceProcess, 'ann')]
      const work = { running: true }
      const loading = runLoad({ urls, clients: 32, tokens, running: () => work.running })
      await wait(5_000)
      if (how === 'ends') await cluster.primary.crash()
      else onTestFinished(await cluster.primary.freeze())
      // The time that a cluster manager needs to detect the failure.
      await wait(1_000)
      const promotedAt = performance.now()
      const promoted = await cluster.promote()
      await wait(Math.max(5_000, backWithin))
      work.running = false
      const result = await loading
      const first = Math.min(...result.written.filter((at) => at > promotedAt)) - promotedAt
      const lost = await lostIn(urlOf(promoted), result)
      const other = [...result.statuses].filter(([status]) => ![200, 503].includes(status))
      if (other.length > 0) print(complaints(services))
      print(describeRun(result, (5_000 + 1_000 + Math.max(5_000, backWithin)) / 1_000))
      print(
        `the primary ${how}: ${result.statuses.get(503) ?? 0} responses 503, ${lost.length} acknowledged writes lost, ${result.stale.length} stale reads of one's own writes, first write ${Math.round(first)} ms after the order to promote`,
      )
      expect({ lost, other, ...onlyFailures(result) }).toEqual({
        lost: [],
        other: [],
        failures: [],
        stale: [],
        withoutRetry: 0,
      })
      expect(first).toBeLessThan(backWithin)
    },
  )
})
