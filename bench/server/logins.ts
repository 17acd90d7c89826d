import { Agent, request } from 'node:http'
import { median } from './growth.js'
import { jsonHeaders } from './load.js'
import { type Running } from './processes.js'
import { table } from './table.js'
import { type Call, workloads } from './workloads.js'

/** The number of concurrent logins. */
const parallel = 200
/** The number of reads sent per second. It doesn't depend on how fast the server responds. */
const readsPerSecond = 200

/** The permitted relative difference between the login times of a known and of an unknown name. */
const maxNameDifference = 0.1
/** The permitted factor by which the 99th percentile of reads may grow during logins. */
const maxSlowdown = 3

const known = { username: 'somebody', email: 'somebody@example.com', password: 'a password that is right' }
const readNames = ['list of 25', 'find one', 'populate two levels']
const reads = workloads.filter(({ name }) => readNames.includes(name))

export interface LoginOptions {
  /** The duration of each measurement: in a round, reads are measured without logins, then during logins. */
  readonly seconds: number
  readonly rounds: number
}

/** Measures whether the time of a login reveals which accounts exist, and how logins slow down other requests. */
export async function measureLogins({ url }: Running, { seconds, rounds }: LoginOptions): Promise<void> {
  // The client closes idle connections before the server does. A request on a connection that the server just
  // closed fails.
  const agent = new Agent({ keepAlive: true, timeout: 2_000 })
  const send = (call: Call) => exchange(agent, url, call)
  try {
    await send({ method: 'POST', path: '/api/auth/local/register', body: known })
    const rows = [await compareNames(send), ...(await compareReads(send, { seconds, rounds }))]
    console.log(table(['logins', '', 'ms', 'ms', 'ratio', 'at most'], rows))
  } finally {
    agent.destroy()
  }
}

type Send = (call: Call) => Promise<TimedResponse>

interface TimedResponse {
  readonly status: number
  /** The time until the response ended, in milliseconds. */
  readonly took: number
}

const login = (identifier: string): Call => ({
  method: 'POST',
  path: '/api/auth/local',
  body: { identifier, password: 'a password that is wrong' },
})

/**
 * Compares the login times of a known and of an unknown name. The logins alternate, so that other load
 * affects both equally.
 */
async function compareNames(send: Send, attempts = 150): Promise<string[]> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let n = -10; n < attempts; n++) {
    const right = await rejectedLogin(send, known.username)
    const wrong = await rejectedLogin(send, `nobody-${n}`)
    // The first ten logins of each kind are a warm-up.
    if (n < 0) continue
    times.known.push(right)
    times.unknown.push(wrong)
  }
  const [right, wrong] = [median(times.known), median(times.unknown)]
  const ratio = Math.max(right, wrong) / Math.min(right, wrong)
  return ['a wrong password, an unknown name', 'median', ...figures(right, wrong, ratio, 1 + maxNameDifference)]
}

async function rejectedLogin(send: Send, identifier: string): Promise<number> {
  const { status, took } = await send(login(identifier))
  if (status !== 400) throw new Error(`A login got status ${status}`)
  return took
}

/** Sends reads at a steady rate, alternately without logins and during logins. */
async function compareReads(send: Send, { seconds, rounds }: LoginOptions): Promise<string[][]> {
  await readSteadily(send, Math.min(seconds, 2))
  const withoutLogins: Spread[] = []
  const duringLogins: Spread[] = []
  let unavailable = 0
  for (let round = 0; round < rounds; round++) {
    withoutLogins.push(await readSteadily(send, seconds))
    const logins = repeatLogins(send)
    // All clients start together and repeat their login after each response. After two seconds the load is steady.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    duringLogins.push(await readSteadily(send, seconds))
    unavailable += await logins.stop()
  }
  if (unavailable > 0) console.log(`${unavailable} logins got 503 because too many were waiting`)
  return (['p50', 'p99'] as const).map((name) => {
    const [without, during] = [withoutLogins, duringLogins].map((list) =>
      median(list.map((spread) => spread[name])),
    ) as [number, number]
    const limit = name === 'p99' ? maxSlowdown : null
    return [`reads without logins, beside ${parallel}`, name, ...figures(without, during, during / without, limit)]
  })
}

function figures(one: number, other: number, ratio: number, limit: number | null): string[] {
  const limitText = limit === null ? '' : `${limit}${ratio > limit ? ', exceeded' : ''}`
  return [one.toFixed(1), other.toFixed(1), ratio.toFixed(2), limitText]
}

/**
 * Repeats logins with all clients until `stop`, which returns how many of them got 503: on a slow machine the
 * server rejects logins that would wait for more than five seconds.
 */
function repeatLogins(send: Send): { stop(): Promise<number> } {
  const work = { running: true, unavailable: 0 }
  const clients = Array.from({ length: parallel }, async (_, client) => {
    for (let n = 0; work.running; n++) {
      const { status } = await send(login(n % 2 === 0 ? known.username : `nobody-${client}`))
      if (status !== 400 && status !== 503) throw new Error(`A login got status ${status}`)
      if (status !== 503) continue
      work.unavailable++
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  })
  return {
    async stop() {
      work.running = false
      await Promise.all(clients)
      return work.unavailable
    },
  }
}

interface Spread {
  readonly p50: number
  readonly p99: number
}

/**
 * Sends reads at a fixed rate, even while earlier reads have no response. Waiting for responses would hide
 * the delay.
 */
async function readSteadily(send: Send, seconds: number): Promise<Spread> {
  const responses: Promise<TimedResponse>[] = []
  const count = seconds * readsPerSecond
  const started = performance.now()
  for (let n = 0; n < count; n++) {
    const wait = started + (n * 1000) / readsPerSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const workload = reads[n % reads.length]
    if (workload) responses.push(send(workload.call(n)))
  }
  const times: number[] = []
  for (const { status, took } of await Promise.all(responses)) {
    if (status !== 200) throw new Error(`A read got status ${status}`)
    times.push(took)
  }
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

function exchange(agent: Agent, url: string, { method, path, body }: Call): Promise<TimedResponse> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : jsonHeaders
    const sent = request(`${url}${encodeURI(path)}`, { agent, method, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode ?? 0, took: performance.now() - started }))
    })
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
