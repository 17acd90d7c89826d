import { expect, it } from 'vitest'
import { JobQueue } from './job-queue.js'

function deferred() {
  let finish: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  return { done, finish }
}

it('runs so many jobs at once, the others in the order they came', async () => {
  const queue = new JobQueue(2, 10, () => new Error('full'))
  const gates = [deferred(), deferred(), deferred(), deferred()]
  const started: number[] = []
  const jobs = gates.map(({ done }, index) =>
    queue.run(async () => {
      started.push(index)
      await done
      return index
    }),
  )
  expect(started).toEqual([0, 1])
  gates[1]?.finish()
  await jobs[1]
  await Promise.resolve()
  expect(started).toEqual([0, 1, 2])
  for (const { finish } of gates) finish()
  expect(await Promise.all(jobs)).toEqual([0, 1, 2, 3])
})

it('refuses what is too much and takes jobs again afterwards', async () => {
  const queue = new JobQueue(1, 1, () => new Error('full'))
  const gate = deferred()
  const first = queue.run(() => gate.done)
  const second = queue.run(async () => 'second')
  await expect(queue.run(async () => 'third')).rejects.toThrow('full')
  gate.finish()
  await first
  expect(await second).toBe('second')
  expect(await queue.run(async () => 'fourth')).toBe('fourth')
})

it('goes on after a job that failed', async () => {
  const queue = new JobQueue(1, 5, () => new Error('full'))
  const failed = queue.run(() => Promise.reject(new Error('broken')))
  const next = queue.run(async () => 'next')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

it('lets clients take turns, and rejects jobs of the one with the most when it is full', async () => {
  const queue = new JobQueue(1, 4, () => new Error('full'))
  const gate = deferred()
  const order: string[] = []
  const run = (client: string) => queue.run(async () => void order.push(client), client)
  const first = queue.run(() => gate.done, 'busy')
  const busy = Array.from({ length: 4 }, () => run('busy'))
  const outcomes = Promise.allSettled(busy)
  const others = [run('one'), run('other')]
  // Nobody has more than it would have.
  await expect(run('one')).rejects.toThrow('full')
  gate.finish()
  await first
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  await Promise.all(others)
  expect(order).toEqual(['busy', 'one', 'other', 'busy'])
})
