import { expect, it } from 'vitest'
import { CrashLoop } from './crash-loop.js'

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
