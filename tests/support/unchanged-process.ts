import { deepStrictEqual } from 'node:assert/strict'
import { afterAll, vi } from 'vitest'

/** The parts of a process that a test file must restore. */
const stateOfProcess = () => ({ folder: process.cwd(), fakeTimers: vi.isFakeTimers() })

const before = stateOfProcess()
const environment = { ...process.env }
const globals = Object.getOwnPropertyDescriptors(globalThis)

/**
 * The names of globals that were added or replaced. Node.js itself replaces accessors by their values,
 * libraries keep what their copies share under names with underscores, and project code gets `strapi`.
 */
const changedGlobals = () =>
  Object.entries(Object.getOwnPropertyDescriptors(globalThis))
    .filter(([name, { value }]) => {
      const { [name]: usual } = globals
      if (usual === undefined) return !name.startsWith('__') && name !== 'strapi'
      return usual.get === undefined && !Object.is(usual.value, value)
    })
    .map(([name]) => name)

// The next file runs in the same process. The hook of a setup file runs after those of the test file.
afterAll(() => {
  deepStrictEqual(stateOfProcess(), before)
  deepStrictEqual(changedGlobals(), [])
  // A service adds the values in the `.env` of its project.
  for (const name of Object.keys(process.env)) {
    if (environment[name] === undefined) delete process.env[name]
  }
  Object.assign(process.env, environment)
})
