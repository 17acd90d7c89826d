import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createHealth } from '../../core/src/transport/health.js'
import type { HttpRequest } from '../../core/src/message/message.js'
import { brokenParts, onDemand } from './on-demand.js'

const nothing = () => Promise.resolve()
const readiness = async (loadModules = nothing, isStopping = () => false) => {
  const health = createHealth({ isStopping, loadModules, reachDatabase: nothing })
  return health({ method: 'GET', path: '/readyz' } as HttpRequest, async () => null)
}

it('the service is ready when its modules are loaded', async () => {
  let finish = () => {}
  const loading = new Promise<void>((resolve) => (finish = resolve))
  let isReady = false
  const response = readiness(() => loading).finally(() => (isReady = true))
  await setImmediate()
  expect(isReady).toBe(false)
  finish()
  expect(await response).toMatchObject({ status: 200 })
  const failure = readiness(() => Promise.reject(new Error('a mistake in an extension')))
  await expect(failure).rejects.toMatchObject({ status: 503, message: expect.stringContaining('could not be loaded') })
})

it('the service is not ready if it is stopped while it loads its modules', async () => {
  let isStopping = false
  const loaded = () => setImmediate().then(() => void (isStopping = true))
  await expect(readiness(loaded, () => isStopping)).rejects.toMatchObject({ message: 'The service is stopping' })
})

it('loads modules once', async () => {
  let loads = 0
  const load = onDemand('a part', () => Promise.resolve(++loads))
  expect([await load(), await load(), loads]).toEqual([1, 1, 1])
  expect(brokenParts()).toEqual([])
  expect(await readiness()).toMatchObject({ status: 200 })
})

it('HTTP-65: a part that cannot be loaded is named by each use, and the service is not ready', async () => {
  const missing = Object.assign(new Error("Cannot find module 'x'"), { code: 'ERR_MODULE_NOT_FOUND' })
  const load = onDemand('the broken part', () => Promise.reject(missing))
  const message = /^Cannot load the broken part: Cannot find module 'x'\nIf it is installed, too many files are open/
  await expect(load()).rejects.toThrow(message)
  await expect(load()).rejects.toThrow(message)
  expect(brokenParts()).toEqual(['the broken part'])
  await expect(readiness()).rejects.toMatchObject({
    status: 503,
    message: 'Restart the process. It could not load: the broken part',
  })
})
