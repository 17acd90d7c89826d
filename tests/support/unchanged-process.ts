import { deepStrictEqual } from 'node:assert/strict'
import { afterAll, vi } from 'vitest'

/** The parts of a process that tests change most. */
const stateOfProcess = () => ({
  folder: process.cwd(),
  // The library of images sets VIPSHOME when it loads.
  environment: { ...process.env, VIPSHOME: '' },
  fakeTimers: vi.isFakeTimers(),
})

const before = stateOfProcess()
const globals = Object.getOwnPropertyDescriptors(globalThis)

/**
 * The names of globals that were added or replaced. Node.js itself replaces accessors by their values, and
 * libraries keep what their copies share under names with underscores.
 */
const changedGlobals = () =>
  Object.entries(Object.getOwnPropertyDescriptors(globalThis))
    .filter(([name, { value }]) => {
      const { [name]: usual } = globals
      if (usual === undefined) return !name.startsWith('__')
      return usual.get === undefined && !Object.is(usual.value, value)
    })
    .map(([name]) => name)

// The next file runs in the same process. The hook of a setup file runs after those of the test file.
afterAll(() => {
  deepStrictEqual(stateOfProcess(), before)
  deepStrictEqual(changedGlobals(), [])
})
