import { expect, it } from 'vitest'
import { CrashLoop, TaskRunner } from './primary.js'

it('waits longer before each replacement of workers that end early, then gives up', () => {
  const crashes = new CrashLoop(2)
  expect(Array.from({ length: 8 }, () => crashes.ended(0))).toEqual([100, 200, 400, 800, 1600, 3200, 5000, null])
  expect(crashes.early).toBe(8)
})

it('starts over with short waits after a worker has run for a minute', () => {
  const crashes = new CrashLoop(1)
  for (let count = 0; count < 4; count++) crashes.ended(0)
  expect(crashes.ended(60_000)).toBe(100)
  expect(crashes.ended(0)).toBe(100)
  expect(crashes.ended(0)).toBe(200)
})

it('gives the tasks to one worker, and to another when that one ends', () => {
  const tasks = new TaskRunner<string>()
  const serving = new Map<string, number>()
  expect(tasks.choose(serving)).toBeUndefined()
  serving.set('first', 1)
  expect(tasks.choose(serving)).toBe('first')
  serving.set('second', 2).set('third', 3)
  expect(tasks.choose(serving)).toBeUndefined()
  serving.delete('third')
  expect(tasks.choose(serving)).toBeUndefined()
  serving.delete('first')
  expect(tasks.choose(serving)).toBe('second')
  expect(tasks.choose(serving)).toBeUndefined()
  serving.clear()
  expect(tasks.choose(serving)).toBeUndefined()
  serving.set('fourth', 4)
  expect(tasks.choose(serving)).toBe('fourth')
})
