import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { amount, projectFolder, type ServiceProcess, startService } from './service-process.js'

const perSecond = amount('WORKERS_PER_SECOND', 50)
const restarts = amount('WORKERS_RESTARTS', 1)
/** True for the checks that take too long for every run. */
const isLong = restarts > 1

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Sends requests at a steady rate over persistent connections. Every fifth request writes. */
class Load {
  /**
   * The short run alternates between connections (`fifo`), so that none is idle for long: a worker waits for
   * idle ones before it ends.
   */
  readonly #agent = new Agent({ keepAlive: true, scheduling: isLong ? 'lifo' : 'fifo' })
  readonly #responses: Promise<string>[] = []
  running = true
  readonly #asking: Promise<void>

  constructor(readonly url: string) {
    this.#asking = this.#ask()
  }

  /** Returns the outcome of each request: a status or an error. */
  async end(): Promise<string[]> {
    this.running = false
    await this.#asking
    const responses = await Promise.all(this.#responses)
    this.#agent.destroy()
    return responses
  }

  async #ask(): Promise<void> {
    for (let index = 0; this.running; index++) {
      this.#responses.push(this.#one(index))
      await wait(1_000 / perSecond)
    }
  }

  #one(index: number): Promise<string> {
    const isWrite = index % 5 === 0
    const options = {
      method: isWrite ? 'POST' : 'GET',
      agent: this.#agent,
      headers: { 'content-type': 'application/json' },
    }
    return new Promise((resolve) => {
      const sent = request(`${this.url}/api/tags`, options, (response) => {
        response.resume()
        response.on('end', () => resolve(String(response.statusCode)))
        response.on('error', (error) => resolve(String(error)))
      })
      sent.on('error', (error) => resolve(String(error)))
      sent.end(isWrite ? `{"data":{"name":"tag ${index}"}}` : undefined)
    })
  }
}

/** Returns the ids of processes that have responded to requests, from their lines in the log. */
function serving(service: ServiceProcess, from = 0): Set<number> {
  const lines = service.output().slice(from).split('\n')
  const pids = lines.flatMap((line) => {
    if (!line.includes('"requestId"')) return []
    try {
      return [(JSON.parse(line) as { pid: number }).pid]
    } catch {
      // The last line may be incomplete.
      return []
    }
  })
  return new Set(pids)
}

async function askUntil(service: ServiceProcess, done: () => boolean): Promise<void> {
  while (!done()) {
    await fetch(`${service.url}/api/tags`, { headers: { connection: 'close' } })
      .then((response) => response.text())
      .catch(() => undefined)
  }
}

const postgres = (await databases()).filter(({ connection }) => connection.dialect === 'postgres')

describe.each(postgres)('workers on $name', ({ connection }) => {
  const start = async () => {
    const config = { metrics: { port: 0 }, http: { drain: 0 } }
    const environment = { NODE_ENV: 'production' }
    const service = await startService(projectFolder(config), connection, { environment, more: ['--workers', '2'] })
    const [, metrics = ''] = await service.says(/"metrics":"([^"]+)".*2 workers are serving/)
    return { service, metrics }
  }

  it(`are replaced at ${perSecond} requests a second without a lost request, also after a crash`, async () => {
    const { service, metrics } = await start()
    await askUntil(service, () => serving(service).size === 2)
    const before = serving(service)

    const load = new Load(service.url)
    onTestFinished(() => void load.end())
    for (let restart = 1; restart <= restarts; restart++) {
      process.kill(service.pid, 'SIGHUP')
      await service.says(new RegExp(`(?:"Restarted"[^]*){${restart}}`))
    }
    const responses = await load.end()
    process.stdout.write(
      `${restarts} restarts among ${responses.length} requests, ${responses.filter((status) => status !== '200').length} failed\n`,
    )
    expect(responses.filter((status) => status !== '200')).toEqual([])

    const mark = service.output().length
    await askUntil(service, () => serving(service, mark).size === 2)
    const after = [...serving(service, mark)]
    expect(after.filter((pid) => before.has(pid))).toEqual([])

    const read = async () => (await fetch(metrics)).text()
    const counted = (text: string) =>
      Number(
        /http_server_request_duration_seconds_count\{[^}]*http_route="\/api\/tags",http_response_status_code="200"\} (\d+)/.exec(
          text,
        )?.[1],
      )
    const text = await read()
    expect(text).toContain('content_api_workers 2')
    const total = counted(text)
    // These include the responses of replaced workers.
    expect(total).toBeGreaterThan(responses.length * 0.7)

    const [victim = 0] = after
    process.kill(victim, 'SIGKILL')
    await service.says(new RegExp(`Worker ${victim} ended with signal SIGKILL; a replacement starts in 100 ms`))
    const second = service.output().length
    await askUntil(service, () => serving(service, second).size === 2)
    expect(serving(service, second).has(victim)).toBe(false)
    expect(counted(await read())).toBeGreaterThanOrEqual(total)
    expect(await service.stop()).toBe(0)
  })

  it.runIf(isLong)('keep serving until a long drain has ended', async () => {
    const drain = 25
    const service = await startService(projectFolder({ http: { drain } }), connection, { more: ['--workers', '2'] })
    await service.says(/2 workers are serving/)
    process.kill(service.pid, 'SIGTERM')
    const began = performance.now()
    const statuses = new Set<number>()
    while (performance.now() - began < (drain - 2) * 1_000) {
      statuses.add((await fetch(`${service.url}/api/tags`)).status)
      await wait(200)
    }
    expect([...statuses]).toEqual([200])
    expect(await service.ended()).toBe(0)
  })

  it.runIf(isLong)('stop with an error when workers keep ending early', async () => {
    const project = projectFolder()
    mkdirSync(join(project, 'src'), { recursive: true })
    writeFileSync(
      join(project, 'src', 'index.js'),
      'module.exports = { bootstrap: () => void setTimeout(() => process.exit(3), 1500) }',
    )
    const service = await startService(project, connection, { more: ['--workers', '2'] })
    expect(await service.ended()).toBe(1)
    expect(service.output()).toMatch(/Worker \d+ ended with code 3; a replacement starts in 3200 ms/)
    expect(service.output()).toMatch(/8 workers in a row ended within seconds of their start\. Their errors are above/)
  })
})
