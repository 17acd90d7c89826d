import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Turns } from './turns.js'

const late = () => new Error('late')
const soon = { total: 10_000 }

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
      soon,
      late,
    )
  await Promise.all([work('a', 10), work('b', 0), work('c', 5)])
  expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
})

test('the next one has its turn after a failure, too', async () => {
  const turns = new Turns()
  const failed = turns.take(() => Promise.reject(new Error('no')), soon, late)
  const next = turns.take(() => Promise.resolve('yes'), soon, late)
  await expect(failed).rejects.toThrow('no')
  await expect(next).resolves.toBe('yes')
})

test('who waits too long gives up, and nobody else is held up by it', async () => {
  const turns = new Turns()
  const first = turns.take(() => wait(60), soon, late)
  const second = turns.take(() => Promise.resolve('never'), { total: 20 }, late)
  const third = turns.take(() => Promise.resolve('third'), soon, late)
  await expect(second).rejects.toThrow('late')
  await expect(third).resolves.toBe('third')
  await first
})

test('so many at a time, and no more', async () => {
  const turns = new Turns({ atOnce: 3 })
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await wait(5)
    running -= 1
  }
  await Promise.all(Array.from({ length: 20 }, () => turns.take(work, soon, late)))
  expect([most, running]).toEqual([3, 0])
})

/** Work that lasts until it is told to end. */
function held() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { work: () => ended, end }
}

test('a queue that is full turns away at once, and takes others when it has room again', async () => {
  const turns = new Turns({ longest: 1 })
  const { work, end } = held()
  const first = turns.take(work, soon, late)
  const second = turns.take(() => Promise.resolve('second'), soon, late)
  await expect(turns.take(() => Promise.resolve('third'), soon, late)).rejects.toThrow('late')
  end()
  await first
  await expect(second).resolves.toBe('second')
  await expect(turns.take(() => Promise.resolve('fourth'), soon, late)).resolves.toBe('fourth')
})

test('a queue that moves is waited in for longer than one that does not', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const patience = { total: 60_000, stalled: 1_000 }
  const turns = new Turns()
  // Twelve turns of 300 ms: the last one waits for three times as long as the queue may stand still.
  const answers = Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      turns.take(() => new Promise((resolve) => setTimeout(resolve, 300, index)), patience, late),
    ),
  )
  await vi.advanceTimersByTimeAsync(12 * 300)
  await expect(answers).resolves.toHaveLength(12)

  const { work, end } = held()
  const first = turns.take(work, patience, late)
  await Promise.all([
    expect(turns.take(() => Promise.resolve('never'), patience, late)).rejects.toThrow('late'),
    vi.advanceTimersByTimeAsync(1_000),
  ])
  end()
  await first
})
