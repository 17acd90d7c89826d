import { Agent, request } from 'node:http'
import { median } from './growth.js'
import { jsonHeaders } from './load.js'
import { type Running } from './processes.js'
import { table } from './table.js'
import { type Call, workloads } from './workloads.js'

/** The number of concurrent logins. */
const parallel = 200
/** The number of reads that are sent each second, however long the responses take. */
const readsPerSecond = 200

/** The permitted difference in the time of a login between a known and an unknown name. */
const atMostApart = 0.1
/** The permitted factor by which the 99th percentile of reads may grow during logins. */
const atMostSlower = 3

const known = { username: 'somebody', email: 'somebody@example.com', password: 'a password that is right' }
const others = ['list of 25', 'find one', 'populate two levels']
const reads = workloads.filter(({ name }) => others.includes(name))

export interface LoginOptions {
  /** The duration of each side of each round. */
  readonly seconds: number
  readonly rounds: number
}

/** Measures whether the time of a login reveals which accounts exist, and how logins slow down other requests. */
export async function measureLogins({ url }: Running, { seconds, rounds }: LoginOptions): Promise<void> {
  // Idle connections are closed before the server closes them: a request that crosses with that would fail.
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

type Send = (call: Call) => Promise<Answered>

interface Answered {
  readonly status: number
  /** Milliseconds. */
  readonly took: number
}

const login = (identifier: string): Call => ({
  method: 'POST',
  path: '/api/auth/local',
  body: { identifier, password: 'a password that is wrong' },
})

/** Alternates, one request at a time, so that both sides have the same disturbances. */
async function compareNames(send: Send, attempts = 150): Promise<string[]> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let n = -10; n < attempts; n++) {
    const right = await refused(send, known.username)
    const wrong = await refused(send, `nobody-${n}`)
    // The first requests warm up both.
    if (n < 0) continue
    times.known.push(right)
    times.unknown.push(wrong)
  }
  const [right, wrong] = [median(times.known), median(times.unknown)]
  const ratio = Math.max(right, wrong) / Math.min(right, wrong)
  return ['a wrong password, an unknown name', 'median', ...figures(right, wrong, ratio, 1 + atMostApart)]
}

async function refused(send: Send, identifier: string): Promise<number> {
  const { status, took } = await send(login(identifier))
  if (status !== 400) throw new Error(`A login got status ${status}`)
  return took
}

/** Sends reads at a steady rate, without logins and during logins. The sides alternate. */
async function compareReads(send: Send, { seconds, rounds }: LoginOptions): Promise<string[][]> {
  await readSteadily(send, Math.min(seconds, 2))
  const quiet: Spread[] = []
  const beside: Spread[] = []
  for (let round = 0; round < rounds; round++) {
    quiet.push(await readSteadily(send, seconds))
    const logins = keepSigningIn(send)
    // All begin together. Each is sent again after its response.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    beside.push(await readSteadily(send, seconds))
    await logins.stop()
  }
  return (['p50', 'p99'] as const).map((name) => {
    const [without, during] = [quiet, beside].map((list) => median(list.map((spread) => spread[name]))) as [
      number,
      number,
    ]
    const limit = name === 'p99' ? atMostSlower : null
    return [`reads without logins, beside ${parallel}`, name, ...figures(without, during, during / without, limit)]
  })
}

function figures(one: number, other: number, ratio: number, limit: number | null): string[] {
  const judged = limit === null ? '' : `${limit}${ratio > limit ? ', exceeded' : ''}`
  return [one.toFixed(1), other.toFixed(1), ratio.toFixed(2), judged]
}

function keepSigningIn(send: Send): { stop(): Promise<void> } {
  const work = { running: true }
  const people = Array.from({ length: parallel }, async (_, person) => {
    for (let n = 0; work.running; n++) await refused(send, n % 2 === 0 ? known.username : `nobody-${person}`)
  })
  return {
    async stop() {
      work.running = false
      await Promise.all(people)
    },
  }
}

interface Spread {
  readonly p50: number
  readonly p99: number
}

/** Reads are sent on schedule, even if earlier ones have no response: waiting would hide the delay. */
async function readSteadily(send: Send, seconds: number): Promise<Spread> {
  const answers: Promise<Answered>[] = []
  const count = seconds * readsPerSecond
  const began = performance.now()
  for (let n = 0; n < count; n++) {
    const wait = began + (n * 1000) / readsPerSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const workload = reads[n % reads.length]
    if (workload) answers.push(send(workload.call(n)))
  }
  const times: number[] = []
  for (const { status, took } of await Promise.all(answers)) {
    if (status !== 200) throw new Error(`A read got status ${status}`)
    times.push(took)
  }
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

function exchange(agent: Agent, url: string, { method, path, body }: Call): Promise<Answered> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : jsonHeaders
    const sent = request(`${url}${encodeURI(path)}`, { agent, method, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode ?? 0, took: performance.now() - began }))
    })
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
