import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Report } from '../reporters/report-schema.js'
import { updateBaseline } from './json-files.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-baseline-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('removes known failures that passed, and keeps those that did not run', () => {
  const file = join(folder, 'baseline.json')
  const knownFailures = { passed: 'a', failed: 'b', unreachable: 'c', undeclared: 'd', 'not in the report': 'e' }
  writeFileSync(file, JSON.stringify({ knownFailures }))
  const results = [
    { id: 'passed', verdict: 'stale' },
    { id: 'failed', verdict: 'known-fail' },
    { id: 'unreachable', verdict: 'could-not-run' },
    { id: 'undeclared', verdict: 'not-applicable' },
    { id: 'new', verdict: 'fail', message: 'The status is 500' },
  ] as Report['results']
  expect(updateBaseline(file, { results })).toEqual({ added: ['new'], removed: ['passed'] })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    knownFailures: {
      failed: 'b',
      new: 'The status is 500',
      'not in the report': 'e',
      undeclared: 'd',
      unreachable: 'c',
    },
  })
})
