import { deepStrictEqual } from 'node:assert/strict'
import { afterAll, vi } from 'vitest'
import { runCleanups } from './clean-up.js'

/** The parts of a process that a test file must restore. */
const stateOfProcess = () => ({ folder: process.cwd(), fakeTimers: vi.isFakeTimers() })

const before = stateOfProcess()
const environment = { ...process.env }
const globals = Object.getOwnPropertyDescriptors(globalThis)

/**
 * The names of globals that were replaced. Node.js itself replaces accessors by their values. Each copy of
 * tslib that is loaded sets its helpers, such as `__extends`.
 */
const replacedGlobals = () =>
  Object.entries(globals)
    .filter(([name, usual]) => {
      if (name.startsWith('__')) return false
      const now = Object.getOwnPropertyDescriptor(globalThis, name)
      return 'value' in usual && !Object.is(now?.value, usual.value)
    })
    .map(([name]) => name)

/** Services add the values in the `.env` of their project. */
function restoreEnvironment(): void {
  for (const name of Object.keys(process.env)) {
    if (environment[name] === undefined) delete process.env[name]
  }
  Object.assign(process.env, environment)
}

// The next file runs in the same process. The hook of a setup file runs after those of the test file.
afterAll(async () => {
  await runCleanups()
  restoreEnvironment()
  const after = { ...stateOfProcess(), replaced: replacedGlobals() }
  // Only the file that changed the process fails, and not the next one, too.
  vi.useRealTimers()
  vi.unstubAllGlobals()
  process.chdir(before.folder)
  deepStrictEqual(after, { ...before, replaced: [] })
})
