import { run, scenariosOf } from '@content-api/conformance'
import { expect, it } from 'vitest'
import { openReference } from '../scripts/lib/reference-target.mjs'

/** Capabilities that a production server does not have, or that no URL reaches. */
const absent = new Set(['introspection', 'playground', 'inproc'])

/** Every nth scenario runs; all in the long run. `pnpm check` runs all against a server in development. */
const every = Number(process.env['CONFORMANCE_EVERY'] ?? 8)
const scenarios = scenariosOf('strapi-4').filter((_, index) => index % every === 0)

it('the server passes the suite in production, without introspection and playground', async () => {
  const { api, configuration, close } = await openReference({ production: true })
  const found: string[] = []
  let passed = 0
  try {
    for await (const { id, verdict, message, needs } of run({
      fetch: (request) => api.fetch(request),
      configuration: { ...configuration, timeout: 60_000 },
      scenarios,
    })) {
      if (verdict === 'pass') passed += 1
      else if (verdict !== 'not-applicable' || !needs.some((name) => absent.has(name)))
        found.push(`${id} ${verdict}: ${message}`)
    }
  } finally {
    await close()
  }
  expect(found).toEqual([])
  expect(passed).toBeGreaterThan(900 / every)
})
