import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.js'

const late = () => new Error('late')

test('one at a time, in the order of the calls', async () => {
  const turns = new Turns()
  const events: string[] = []
  const work = (name: string, milliseconds: number) =>
    turns.take(
      async () => {
        events.push(`${name} starts`)
        await wait(milliseconds)
        events.push(`${name} ends`)
      },
      1_000,
      late,
    )
  await Promise.all([work('a', 10), work('b', 0), work('c', 5)])
  expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
})

test('the next one has its turn after a failure, too', async () => {
  const turns = new Turns()
  const failed = turns.take(() => Promise.reject(new Error('no')), 1_000, late)
  const next = turns.take(() => Promise.resolve('yes'), 1_000, late)
  await expect(failed).rejects.toThrow('no')
  await expect(next).resolves.toBe('yes')
})

test('who waits too long gives up, and nobody else is held up by it', async () => {
  const turns = new Turns()
  const first = turns.take(() => wait(60), 1_000, late)
  const second = turns.take(() => Promise.resolve('never'), 20, late)
  const third = turns.take(() => Promise.resolve('third'), 1_000, late)
  await expect(second).rejects.toThrow('late')
  await expect(third).resolves.toBe('third')
  await first
})
