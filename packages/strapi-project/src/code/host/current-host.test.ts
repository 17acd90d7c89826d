import { executionAsyncResource } from 'node:async_hooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type * as Module from './current-host.js'

type CurrentHost = typeof Module

const earlier = Object.getOwnPropertyDescriptor(globalThis, 'strapi')
const compiled = new URL('../../../dist/code/host/current-host.js', import.meta.url).href
let copies = 0
let host: CurrentHost
beforeEach(async () => {
  Reflect.deleteProperty(globalThis, 'strapi')
  // A new copy of the module, as in a new process: it counts the services of its process.
  host = (await import(`${compiled}?copy=${++copies}`)) as CurrentHost
  host.provideGlobal()
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'strapi')
  if (earlier) Object.defineProperty(globalThis, 'strapi', earlier)
})

const global = () => (globalThis as { readonly strapi?: unknown }).strapi

/** Returns the number of values that the process tracks for the running code. */
const tracked = () => Object.getOwnPropertySymbols(executionAsyncResource()).length

describe('the global `strapi`', () => {
  const [a, b] = [{ name: 'a' }, { name: 'b' }]

  // Tracking costs each promise of the process, also those of requests that meet no code.
  it('is the only service of a process without tracking', () => {
    const before = tracked()
    expect(host.runAs(a, () => [global(), tracked()])).toEqual([a, before])
    expect(global()).toBe(a)
  })

  it('is the service whose code runs, if the process has several', async () => {
    let resume = () => {}
    const waiting = new Promise<void>((resolve) => (resume = resolve))
    const early = host.runAs(a, async () => {
      await waiting
      return global()
    })
    const late = host.runAs(b, async () => {
      const inside = host.runAs(a, () => global())
      await waiting
      return [inside, global()]
    })
    resume()
    expect(await early).toBe(a)
    expect(await late).toEqual([a, b])
  })

  it('does not exist for code of a second project that is being loaded', async () => {
    host.runAs(a, () => {})
    expect(await host.runWithoutHost(async () => global())).toBeUndefined()
    expect(host.runWithoutHost(() => host.runAs(b, () => global()))).toBe(b)
    expect(global()).toBe(a)
  })
})
