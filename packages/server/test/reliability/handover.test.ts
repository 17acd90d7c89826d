import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { amount, projectFolder, type ServiceProcess, startService } from './service-process.js'

const perSecond = amount('HANDOVER_PER_SECOND', 20)
const handovers = amount('HANDOVERS', 1)
/** The responses before and after each handover. */
const around = perSecond

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * A minimal reverse proxy with health checks. It sends requests only to ready upstreams. When an upstream
 * accepts no connection, so that nothing was sent, it tries another one.
 */
class Proxy {
  readonly #upstreams = new Map<string, { ready: boolean }>()
  readonly #agent = new Agent({ keepAlive: true })
  readonly #server: Server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing, [...this.#ready()]))
  #looking = true

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    void this.#look()
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  add(url: string): void {
    this.#upstreams.set(url, { ready: true })
  }

  remove(url: string): void {
    this.#upstreams.delete(url)
  }

  close(): void {
    this.#looking = false
    this.#agent.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #look(): Promise<void> {
    while (this.#looking) {
      await Promise.all(
        [...this.#upstreams].map(async ([url, upstream]) => {
          upstream.ready = await fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          )
        }),
      )
      await wait(50)
    }
  }

  *#ready(): Iterable<string> {
    for (const [url, { ready }] of this.#upstreams) if (ready) yield url
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse, [url, ...others]: string[]): void {
    if (url === undefined) {
      outgoing.writeHead(502).end()
      return
    }
    const { method, headers } = incoming
    const sent = request(url + (incoming.url ?? ''), { method, headers, agent: this.#agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') this.#forward(incoming, outgoing, others)
      else if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    })
    if (method === 'GET') sent.end()
    else incoming.pipe(sent)
  }
}

describe.each(await databases())('servers on $name that replace one another', ({ connection }) => {
  it(`${handovers} times, at ${perSecond} requests a second, cause no failed request (R11)`, async () => {
    const project = projectFolder({ http: { drain: 2 } })
    const start = () => startService(project, connection)
    const proxy = new Proxy()
    onTestFinished(() => proxy.close())
    let serving: ServiceProcess = await start()
    const url = await proxy.open()
    proxy.add(serving.url)

    const work = { running: true }
    const incoming: Promise<string>[] = []
    let responses = 0
    const moreResponses = async () => {
      const until = responses + around
      await expect.poll(() => responses).toBeGreaterThanOrEqual(until)
    }
    const ask = async (index: number): Promise<string> => {
      try {
        // Every fifth request writes.
        const response =
          index % 5 === 0
            ? await fetch(`${url}/api/tags`, {
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body: `{"data":{"name":"tag ${index}"}}`,
              })
            : await fetch(`${url}/api/tags?pagination[pageSize]=5`)
        await response.text()
        return String(response.status)
      } catch (error) {
        return String((error as Error).cause ?? error)
      }
    }
    const asking = (async () => {
      for (let index = 0; work.running; index++) {
        incoming.push(ask(index).finally(() => responses++))
        await wait(1_000 / perSecond)
      }
    })()
    for (let handover = 0; handover < handovers; handover++) {
      await moreResponses()
      const next = await start()
      proxy.add(next.url)
      const last = serving
      serving = next
      expect(await last.stop()).toBe(0)
      proxy.remove(last.url)
    }
    await moreResponses()
    work.running = false
    await asking
    const failed = (await Promise.all(incoming)).filter((status) => status !== '200')
    process.stdout.write(
      `${connection.dialect}: ${handovers} handovers among ${responses} requests, ${failed.length} failed\n`,
    )
    expect(failed).toEqual([])
  })
})
