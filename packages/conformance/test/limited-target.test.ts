import { describe, expect, it } from 'vitest'
import { createSecondServer } from '../../conformance-selftest/src/second-server/second-server.js'
import { buildReport } from '../src/reporters/build-report.js'
import { pretty } from '../src/reporters/pretty.js'
import { run } from '../src/runner/run.js'
import type { ScenarioResult } from '../src/runner/result.js'
import type { Fetch } from './support/serve.js'

const tokens = { full: 'conformance-full-access' }
const scenarios = ['access.accounts.user-record', 'access.accounts.login', 'write.create']

type Respond = (calls: number) => Response | undefined

/** A correct server whose sign-in and registration respond in another way. */
function signingIn(respond: Respond): Fetch {
  const { fetch } = createSecondServer()
  let calls = 0
  return async (request) => (request.url.includes('/api/auth/local') && respond(++calls)) || fetch(request)
}

const limit = (seconds: number) =>
  Response.json({ message: 'Too Many Requests' }, { status: 429, headers: { 'retry-after': String(seconds) } })

async function report(respond: Respond, onWait: (text: string) => void = () => undefined) {
  const results: ScenarioResult[] = []
  const work = run({
    fetch: signingIn(respond),
    configuration: { tokens, timeout: 60_000 },
    selection: { only: scenarios },
    onWait,
  })
  for (;;) {
    const step = await work.next()
    if (step.done) return buildReport(results, step.value)
    results.push(step.value)
  }
}

describe('a target that limits attempts to sign in', () => {
  it('is checked after the wait that it requests', async () => {
    const { outcome, totals } = await report((calls) => (calls <= 2 && calls % 2 === 1 ? limit(0) : undefined))
    expect({ outcome, passed: totals.pass }).toEqual({ outcome: 'conformant', passed: 3 })
  })

  it('ends the run with an error if the wait is too long for the probe or for a scenario', async () => {
    for (const from of [1, 3])
      await expect(report((calls) => (calls >= from ? limit(3600) : undefined))).rejects.toMatchObject({
        reason: 'rate-limited',
        message: expect.stringMatching(/auth\/local.* returned status 429 for too long.*3600 s/),
      })
  })
})

describe('a target that lacks accounts', () => {
  it('gets a summary that says which response shows it', async () => {
    const missing = () => Response.json({ data: null, error: { status: 404 } }, { status: 404 })
    const found = await report(missing)
    expect(found.totals['not-applicable']).toBe(2)
    expect(pretty(found)).toContain(
      'Not applicable: 2 scenarios. The profile does not include accounts: POST /api/auth/local returned status 404. access.accounts.user-record, access.accounts.login',
    )
  })

  it('is not assumed to lack them if the response is an error of the target', async () => {
    const broken = () => Response.json({ data: null, error: { status: 500 } }, { status: 500 })
    const found = await report(broken)
    expect(found.totals['not-applicable']).toBe(0)
    expect(found.conformant).toBe(false)
    expect(found.notices.join('\n')).toContain(
      'POST /api/auth/local returned status 500, which does not show whether the target lacks accounts',
    )
  })
})
