import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { databases } from '../../../../tests/support/postgres.js'
import { amount, projectFolder, random, type ServiceProcess, startService } from './service-process.js'

/** `pnpm verify:long` sets it: each round starts a process. */
const rounds = amount('WEBHOOK_CRASH_ROUNDS', 0)
const writers = 8
const pick = random(amount('WEBHOOK_CRASH_SEED', 20_260))

/** What a writer knows of its entry. Each write has the next number in its title. */
interface Journal {
  readonly id: number
  readonly committed: Set<number>
  /** Numbers whose write is known to be rolled back. */
  readonly lost: Set<number>
  next: number
  /** The number of the request without a response. */
  open: number | null
}

/** A receiver that fails at random, and ends connections. */
async function startReceiver() {
  const received = new Map<string, { readonly entry: number; readonly title: number }>()
  const seen = new Set<string>()
  let requests = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      requests += 1
      const luck = pick(100)
      if (luck === 0) return void request.socket.destroy()
      const { entry } = JSON.parse(body) as { entry: { id: number; title: string } }
      const id = String(request.headers['webhook-id'])
      seen.add(`${entry.id} ${entry.title.slice(6)}`)
      if (!received.has(id)) received.set(id, { entry: entry.id, title: Number(entry.title.slice(6)) })
      response.statusCode = luck === 1 ? 500 : 200
      response.end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, received, seen, count: () => requests, close: () => server.close() }
}

async function write(service: ServiceProcess, journal: Journal): Promise<void> {
  for (;;) {
    const number = journal.next++
    journal.open = number
    try {
      const { status } = await service.ask(`PUT /api/articles/${journal.id}`, { title: `write ${number}` })
      // The end of another process may have aborted it.
      if (status !== 200) return
      journal.committed.add(number)
      journal.open = null
    } catch (error) {
      // `fetch failed` or an incomplete body: the process has ended.
      if (error instanceof TypeError || error instanceof SyntaxError) return
      throw error
    }
  }
}

describe.skipIf(rounds === 0).each(await databases())(`webhooks on $name, killed ${rounds} times`, ({ connection }) => {
  it('are delivered at least once, only for commits, and in the order of each entry', {
    timeout: 300_000 + rounds * 30_000,
  }, async () => {
    const receiver = await startReceiver()
    const hook = { name: 'site', url: receiver.url, allowPrivateAddresses: true, types: ['api::article.article'] }
    const project = projectFolder({ webhooks: [hook], webhookDefaults: { timeout: 1 } })
    const services = [await startService(project, connection), await startService(project, connection)]
    const journals: Journal[] = []
    for (let index = 0; index < writers; index++) {
      const { body } = await (services[0] as ServiceProcess).ask('POST /api/articles', { title: 'write 0' })
      journals.push({ id: body.data.id, committed: new Set([0]), lost: new Set(), next: 1, open: null })
    }
    for (let round = 0; round < rounds; round++) {
      const killed = round % 2
      const writing = journals.map((journal, index) => write(services[index % 2] as ServiceProcess, journal))
      const before = receiver.count()
      const deliveries = 1 + pick(40)
      await expect.poll(() => receiver.count()).toBeGreaterThanOrEqual(before + deliveries)
      // The writers of the other process end with it, too, and a new one takes its place.
      for (const at of [killed, 1 - killed]) {
        await services[at]?.kill()
        if (at === killed) services[at] = await startService(project, connection)
      }
      await Promise.all(writing)
      services[1 - killed] = await startService(project, connection)
      for (const journal of journals) {
        if (journal.open === null) continue
        const { body } = await (services[0] as ServiceProcess).ask(`GET /api/articles/${journal.id}?fields=title`)
        const isCommitted = body.data.attributes['title'] === `write ${journal.open}`
        ;(isCommitted ? journal.committed : journal.lost).add(journal.open)
        journal.open = null
      }
    }
    const expected = journals.reduce((sum, { committed }) => sum + committed.size, 0)
    const missing = () =>
      journals.flatMap(({ id, committed }) => [...committed].filter((number) => !receiver.seen.has(`${id} ${number}`)))
    await expect.poll(missing).toEqual([])
    for (const { id, committed, lost } of journals) {
      const numbers = [...receiver.received.values()].filter(({ entry }) => entry === id).map(({ title }) => title)
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
      expect(numbers.filter((number) => !committed.has(number) || lost.has(number))).toEqual([])
    }
    process.stdout.write(
      `${connection.dialect}: killed ${2 * rounds} times, ${expected} writes delivered in order by ${receiver.count()} requests\n`,
    )
    await Promise.all(services.map((service) => service.stop()))
    receiver.close()
  })
})
