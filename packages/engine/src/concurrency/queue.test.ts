import { expect, onTestFinished, test, vi } from 'vitest'
import { Queue } from './queue.js'

const rejection = () => new Error('rejected')
const withoutLimits = { rejection }

/** A job that runs until it is released. */
function heldJob() {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  return { job: () => released, release }
}

test('a queue runs one job at a time, in the order of the calls', async () => {
  const queue = new Queue()
  const events: string[] = []
  const job = (name: string) =>
    queue.run(async () => {
      events.push(`${name} starts`)
      await new Promise((resolve) => setImmediate(resolve))
      events.push(`${name} ends`)
    }, withoutLimits)
  await Promise.all([job('a'), job('b'), job('c')])
  expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
})

test('a queue never runs more jobs concurrently than its limit', async () => {
  const queue = new Queue({ concurrency: 3 })
  let running = 0
  let most = 0
  const job = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  await Promise.all(Array.from({ length: 20 }, () => queue.run(job, withoutLimits)))
  expect([most, running]).toEqual([3, 0])
})

test('a queue runs the next job after a failed one', async () => {
  const queue = new Queue()
  const failed = queue.run(() => Promise.reject(new Error('no')), withoutLimits)
  const next = queue.run(() => Promise.resolve('yes'), withoutLimits)
  await expect(failed).rejects.toThrow('no')
  await expect(next).resolves.toBe('yes')
})

test('a queue alternates between clients, however many jobs each of them has', async () => {
  const queue = new Queue()
  const { job, release } = heldJob()
  const first = queue.run(job, withoutLimits)
  const started: string[] = []
  const jobs = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) =>
    queue.run(async () => void started.push(name), { rejection, client: name.charAt(0) }),
  )
  release()
  await Promise.all([first, ...jobs])
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('a queue that is full, or full for one client, rejects jobs immediately until it has room again', async () => {
  const queue = new Queue({ longest: 3 })
  const { job, release } = heldJob()
  const first = queue.run(job, withoutLimits)
  const wait = (client: string) => queue.run(() => Promise.resolve(client), { rejection, client, longestPerClient: 2 })
  const waiting = [wait('a'), wait('a')]
  await expect(wait('a')).rejects.toThrow('rejected')
  waiting.push(wait('b'))
  // The queue is full, and no client has more waiting jobs than this client would have with its new job.
  await expect(wait('b')).rejects.toThrow('rejected')
  release()
  await first
  await expect(Promise.all(waiting)).resolves.toEqual(['a', 'a', 'b'])
  await expect(wait('c')).resolves.toBe('c')
})

test('a full queue rejects a waiting job of the client with the most jobs to accept a job of another client', async () => {
  const queue = new Queue({ longest: 4 })
  const { job, release } = heldJob()
  const order: string[] = []
  const run = (client: string) => queue.run(async () => void order.push(client), { rejection, client })
  const first = queue.run(job, { rejection, client: 'busy' })
  const outcomes = Promise.allSettled(Array.from({ length: 4 }, () => run('busy')))
  const others = [run('one'), run('other')]
  // The queue is full, and no client has more waiting jobs than this client would have with its new job.
  await expect(run('one')).rejects.toThrow('rejected')
  release()
  await first
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  await Promise.all(others)
  expect(order).toEqual(['busy', 'one', 'other', 'busy'])
})

test('an aborted job leaves the queue and never starts', async () => {
  const queue = new Queue({ longest: 1 })
  const { job, release } = heldJob()
  const first = queue.run(job, withoutLimits)
  const leaving = new AbortController()
  const second = queue.run(() => Promise.resolve('never'), { rejection, signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  const third = queue.run(() => Promise.resolve('third'), withoutLimits)
  release()
  await first
  await expect(third).resolves.toBe('third')
  await expect(queue.run(() => Promise.resolve(), { rejection, signal: leaving.signal })).rejects.toThrow('left')
})

test('a job that waits too long is rejected and does not delay the others', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queue = new Queue()
  const { job, release } = heldJob()
  const first = queue.run(job, withoutLimits)
  const second = queue.run(() => Promise.resolve('never'), { rejection, total: 20 })
  const third = queue.run(() => Promise.resolve('third'), withoutLimits)
  await Promise.all([expect(second).rejects.toThrow('rejected'), vi.advanceTimersByTimeAsync(21)])
  release()
  await first
  await expect(third).resolves.toBe('third')
})

test('a job may wait longer while the queue makes progress', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const wait = { rejection, total: 60_000, stalled: 1_000 }
  const queue = new Queue()
  // Twelve jobs of 300 ms: the last one waits three times as long as `stalled` allows without progress.
  const results = Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      queue.run(() => new Promise((resolve) => setTimeout(resolve, 300, index)), wait),
    ),
  )
  await vi.advanceTimersByTimeAsync(12 * 300)
  await expect(results).resolves.toHaveLength(12)

  const { job, release } = heldJob()
  const first = queue.run(job, wait)
  await Promise.all([
    expect(queue.run(() => Promise.resolve('never'), wait)).rejects.toThrow('rejected'),
    vi.advanceTimersByTimeAsync(1_001),
  ])
  release()
  await first
})

test('a job may take several slots; a job that needs more slots than the queue has runs alone', async () => {
  const queue = new Queue({ concurrency: 10 })
  const [first, second, third] = [heldJob(), heldJob(), heldJob()]
  const started: string[] = []
  const run = (name: string, slots: number, { job }: ReturnType<typeof heldJob>) =>
    queue.run(
      () => {
        started.push(name)
        return job()
      },
      { rejection, slots },
    )
  const all = [run('first', 6, first), run('second', 20, second), run('third', 1, third)]
  const releaseReserved = queue.reserve(3)
  expect(started).toEqual(['first'])
  first.release()
  await all[0]
  // The slots of `reserve`, which doesn't wait, are not free either.
  expect(started).toEqual(['first'])
  releaseReserved()
  await new Promise((resolve) => setImmediate(resolve))
  expect(started).toEqual(['first', 'second'])
  second.release()
  third.release()
  await Promise.all(all)
  expect(started).toEqual(['first', 'second', 'third'])
})

test('an abort of a large job lets the small job behind it start', async () => {
  const queue = new Queue({ concurrency: 10 })
  const [first, small] = [heldJob(), heldJob()]
  const leaving = new AbortController()
  const running = queue.run(first.job, { rejection, slots: 6 })
  const large = queue.run(small.job, { rejection, slots: 8, signal: leaving.signal })
  let isStarted = false
  const next = queue.run(() => Promise.resolve(void (isStarted = true)), { rejection, slots: 2 })
  leaving.abort(new Error('gone'))
  await expect(large).rejects.toThrow('gone')
  await next
  expect(isStarted).toBe(true)
  first.release()
  await running
})

test('a batch takes the next items of the queue, up to the first job of another kind', async () => {
  const queue = new Queue()
  const batches: string[][] = []
  const batch = {
    async lead(first: string, next: () => string | undefined) {
      const items = [first]
      for (let item = next(); item !== undefined; item = next()) items.push(item)
      batches.push(items)
    },
  }
  const { job, release } = heldJob()
  const before = queue.run(job, withoutLimits)
  const waiting = [
    queue.runBatch('a', batch, { rejection, client: '1' }),
    queue.runBatch('b', batch, { rejection, client: '1' }),
    queue.runBatch('c', batch, { rejection, client: '2' }),
    queue.run(async () => void batches.push(['alone']), { rejection, client: '1' }),
    queue.runBatch('d', batch, { rejection, client: '1' }),
  ]
  release()
  await Promise.all([before, ...waiting])
  expect(batches).toEqual([['a', 'c', 'b'], ['alone'], ['d']])
})

test('a batch does not take an item that was aborted while it waited', async () => {
  const queue = new Queue()
  const batches: string[] = []
  const batch = {
    async lead(first: string, next: () => string | undefined) {
      for (let item: string | undefined = first; item !== undefined; item = next()) batches.push(item)
    },
  }
  const { job, release } = heldJob()
  const before = queue.run(job, withoutLimits)
  const left = new AbortController()
  const gone = queue.runBatch('gone', batch, { rejection, signal: left.signal })
  const stays = queue.runBatch('stays', batch, withoutLimits)
  left.abort(new Error('left'))
  await expect(gone).rejects.toThrow('left')
  release()
  await Promise.all([before, stays])
  expect(batches).toEqual(['stays'])
})
