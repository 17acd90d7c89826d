import { expect, it } from 'vitest'
import type { ReadPlan } from '../plan/read-plan.js'
import { ResponseMemory } from './response-memory.js'
import { createSession } from '../database/request-session.js'

const megabytes = 1_048_576
const plan = () => ({}) as ReadPlan

/** A request whose response counts as sent when `sent` is called. */
function request() {
  const after: (() => void)[] = []
  const session = createSession({
    client: () => undefined,
    signal: () => undefined,
    whenSent: (work) => void after.push(work),
  })
  return { session, sent: () => after.splice(0).map((work) => work()) }
}

/** Reads as `Database.read` does. */
async function run(
  memory: ResponseMemory,
  [plan, cost, options]: Parameters<ResponseMemory['reserve']>,
  read: () => Promise<string>,
) {
  const reserved = memory.reserve(plan, cost, options)
  await reserved?.waiting
  reserved?.release(await read())
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('delays large reads until the responses before them are sent, but no small reads', async () => {
  const memory = new ResponseMemory({ responseBytes: 10 * megabytes, responseMemory: 40 * megabytes })
  const started: string[] = []
  const read = (name: string, cost: number, length: number, { session }: ReturnType<typeof request>) =>
    run(memory, [plan(), cost, { session }], () => {
      started.push(name)
      return Promise.resolve('x'.repeat(length))
    })
  const [first, second, third] = [request(), request(), request()]
  // This response counts as 30 MB, because three copies of it are in memory.
  await read('first', 900_000, 10 * megabytes, first)
  const waiting = read('second', 900_000, 10 * megabytes, second)
  await read('small', 100, 10, third)
  await turn()
  expect(started).toEqual(['first', 'small'])
  // This read doesn't wait: the memory is held by the first read of the same request.
  await read('first again', 900_000, megabytes, first)
  expect(started).toEqual(['first', 'small', 'first again'])
  first.sent()
  await waiting
  expect(started).toEqual(['first', 'small', 'first again', 'second'])
})

it('estimates the size of a plan by its previous result', async () => {
  const memory = new ResponseMemory({ responseBytes: 10 * megabytes, responseMemory: 5 * megabytes })
  const [first, second] = [request(), request()]
  const repeated = plan()
  const read = (length: number, { session }: ReturnType<typeof request>) =>
    run(memory, [repeated, 1, { session }], () => Promise.resolve('x'.repeat(length)))
  await read(2 * megabytes, first)
  let isRead = false
  const again = read(2 * megabytes, second).then(() => (isRead = true))
  await turn()
  expect(isRead).toBe(false)
  first.sent()
  await again
})

it('drops a waiting read when its client disconnects', async () => {
  const memory = new ResponseMemory({ responseBytes: 10 * megabytes, responseMemory: megabytes })
  await run(memory, [plan(), 900_000, request()], () => Promise.resolve('x'.repeat(2 * megabytes)))
  const leaving = new AbortController()
  const options = { session: request().session, signal: leaving.signal }
  const dropped = run(memory, [plan(), 900_000, options], () => Promise.reject(new Error('It was read.')))
  leaving.abort(new Error('gone'))
  await expect(dropped).rejects.toThrow('gone')
})
