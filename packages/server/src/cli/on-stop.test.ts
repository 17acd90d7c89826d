import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onStop } from './on-stop.js'

const others = process.listeners('SIGINT')
const kill = vi.fn<typeof process.kill>(() => true)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  kill.mockClear()
  vi.spyOn(process, 'kill').mockImplementation(kill)
})
afterEach(() => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    for (const listener of process.listeners(signal))
      if (!others.includes(listener)) process.removeListener(signal, listener)
  }
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a signal that npm forwards, too, closes the service once and lets it finish', () => {
  const close = vi.fn<() => Promise<void>>(() => new Promise<void>(() => {}))
  onStop(close)
  process.emit('SIGINT', 'SIGINT')
  process.emit('SIGINT', 'SIGINT')
  expect(close).toHaveBeenCalledTimes(1)
  expect(kill).not.toHaveBeenCalled()
})

test('a signal after a second ends the process immediately', () => {
  onStop(() => new Promise<void>(() => {}))
  process.emit('SIGINT', 'SIGINT')
  vi.advanceTimersByTime(1_000)
  process.emit('SIGTERM', 'SIGTERM')
  expect(kill).toHaveBeenCalledWith(process.pid, 'SIGTERM')
})
