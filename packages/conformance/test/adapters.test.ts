import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from './support/temporary-folder.js'
import { failureOf, isSkipped } from '../src/adapters/adapter.js'
import type { ScenarioResult } from '../src/runner/result.js'
import { run } from '../src/runner/run.js'
import { createSecondServer } from '../../conformance-selftest/src/second-server/second-server.js'
import { wire } from '../../conformance-selftest/src/wire.js'

const dist = new URL('../dist/', import.meta.url)

/** Runs a file of node:test tests in a separate process. */
function nodeTest(source: string): Promise<{ code: number; out: string }> {
  const file = join(temporaryFolder(), 'a.test.mjs')
  writeFileSync(file, source)
  return new Promise((resolve) => {
    // The variables of this test run must not reach the other runner.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_TEST') && !name.startsWith('VITEST')),
    )
    execFile(process.execPath, ['--test', '--test-reporter', 'tap', file], { env }, (failure, out) =>
      resolve({ code: failure ? Number(failure.code) : 0, out }),
    )
  })
}

const source = (wrap: string) => `
import { conformance } from '${new URL('adapters/node-test.js', dist).href}'
import { createSecondServer } from '${new URL('../../conformance-selftest/dist/index.js', dist).href}'
const target = (${wrap})(createSecondServer().fetch)
await conformance('target', { fetch: target, configuration: { tokens: { full: 'conformance-full-access' } }, selection: { only: ['write.create', 'write.delete', 'graphql.schema.type'] } })
`

it('gives node:test one test per scenario', async () => {
  const { code, out } = await nodeTest(source('(fetch) => fetch'))
  expect(out).toContain('# pass 3')
  expect(code).toBe(0)
})

it('fails the node:test test of a scenario that fails', async () => {
  const { code, out } = await nodeTest(
    source(
      "(fetch) => (request) => (request.method === 'DELETE' ? Promise.resolve(Response.json({ data: null, meta: {} })) : fetch(request))",
    ),
  )
  expect(out).toMatch(/not ok .*write\.delete/)
  expect(code).toBe(1)
})

it('reports only passes as passed, and skips failures that do not decide the outcome', async () => {
  const broken = wire({
    response: (response, { method }) =>
      void (method === 'POST' && response.status === 200 && Object.assign(response, { status: 201 })),
  })
  const results: ScenarioResult[] = []
  for await (const result of run({
    fetch: broken(createSecondServer().fetch),
    configuration: { profile: 'rest', tokens: { full: 'conformance-full-access' } },
    selection: { only: ['write.create-status', 'write.create', 'rest.locale.all'] },
  }))
    results.push(result)
  const by = (id: string) => results.find((result) => result.id === id)
  expect([failureOf(by('write.create'), false), isSkipped(by('write.create'), false)]).toEqual([undefined, false])
  expect([failureOf(by('write.create-status'), false), isSkipped(by('write.create-status'), false)]).toEqual([
    undefined,
    true,
  ])
  expect(failureOf(by('write.create-status'), true)).toMatch(/status/)
  expect(isSkipped(by('rest.locale.all'), true)).toBe(true)
  expect(failureOf(undefined, false)).toMatch(/did not run/)
})
