import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onStop, type StopSignal } from './on-stop.js'

const kill = vi.fn<typeof process.kill>(() => true)
let others: readonly NodeJS.SignalsListener[] = []

beforeEach(() => {
  others = process.listeners('SIGINT')
  vi.useFakeTimers({ toFake: ['performance'] })
  kill.mockClear()
  vi.spyOn(process, 'kill').mockImplementation(kill)
})
afterEach(() => {
  for (const listener of added()) for (const name of ['SIGINT', 'SIGTERM']) process.removeListener(name, listener)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The listeners of this test. Other files of this process have their own, which would end it. */
const added = () => process.listeners('SIGINT').filter((listener) => !others.includes(listener))

const receive = (signal: StopSignal) => {
  for (const listener of added()) listener(signal)
}

test('a signal that npm forwards, too, closes the service once and lets it finish', () => {
  const close = vi.fn<() => Promise<void>>(() => new Promise<void>(() => {}))
  onStop(close)
  receive('SIGINT')
  receive('SIGINT')
  expect(close).toHaveBeenCalledTimes(1)
  expect(kill).not.toHaveBeenCalled()
})

test('a signal after a second ends the process immediately', () => {
  onStop(() => new Promise<void>(() => {}))
  receive('SIGINT')
  vi.advanceTimersByTime(1_000)
  receive('SIGTERM')
  expect(kill).toHaveBeenCalledWith(process.pid, 'SIGTERM')
})
