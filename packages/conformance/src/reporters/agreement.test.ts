import { describe, expect, it } from 'vitest'
import { createSecondServer } from '../../../conformance-selftest/src/second-server/second-server.js'
import { wire } from '../../../conformance-selftest/src/wire.js'
import type { ScenarioResult } from '../runner/result.js'
import { run } from '../runner/run.js'
import type { Fetch } from '../target/injected-fetch.js'
import { buildReport, type ReportOptions } from './build-report.js'
import { formats } from './formats.js'
import { reportSchema } from './report-schema.js'
import { exitCodeOf } from './standing.js'

type Failures = 'none' | 'observed' | 'required' | 'both'

/** Makes the scenario `write.create-status` fail, whose clause is observed. */
const wrongStatus = wire({
  response: (response, { method }) => {
    if (method === 'POST' && response.status === 200) response.status = 201
  },
})

/** Makes the scenario `write.delete` fail, whose clause is required. */
const emptyDelete = wire({
  response: (response, { method }) => {
    if (method === 'DELETE' && response.status === 200) response.body = { data: null, meta: {} }
  },
})

const targets: Readonly<Record<Failures, (fetch: Fetch) => Fetch>> = {
  none: (fetch) => fetch,
  observed: wrongStatus,
  required: emptyDelete,
  both: (fetch) => emptyDelete(wrongStatus(fetch)),
}
const failing: Readonly<Record<Failures, readonly string[]>> = {
  none: [],
  observed: ['write.create-status'],
  required: ['write.delete'],
  both: ['write.create-status', 'write.delete'],
}

async function reportOf(failures: Failures, known: readonly string[], options: ReportOptions) {
  const results: ScenarioResult[] = []
  const work = run({
    fetch: targets[failures](createSecondServer().fetch),
    configuration: { profile: 'rest', tokens: { full: 'conformance-full-access' } },
    selection: { only: ['write.create', 'write.create-status', 'write.delete'] },
    knownFailures: Object.fromEntries(known.map((id) => [id, 'being fixed'])),
  })
  for (;;) {
    const step = await work.next()
    if (step.done) return buildReport(results, step.value, options)
    results.push(step.value)
  }
}

/** Returns the result according to each output, parsed as a consumer of that output would. */
async function said(failures: Failures, known: readonly string[], options: ReportOptions) {
  const report = await reportOf(failures, known, options)
  const count = (format: 'junit' | 'github' | 'tap', pattern: RegExp) =>
    (formats[format].render(report).match(pattern) ?? []).length
  const junit = formats.junit.render(report)
  const sum = (name: string) =>
    [...junit.matchAll(new RegExp(`<testsuite [^>]*${name}="(\\d+)"`, 'g'))].reduce(
      (all, [, one]) => all + Number(one),
      0,
    )
  expect(sum('failures')).toBe(count('junit', /<failure /g))
  expect(sum('errors')).toBe(count('junit', /<error /g))
  expect(sum('skipped')).toBe(count('junit', /<skipped /g))
  expect(sum('tests')).toBe(count('junit', /<testcase /g))
  return {
    exit: exitCodeOf(report),
    json: reportSchema.parse(JSON.parse(formats.json.render(report))).outcome,
    junit: sum('failures') + sum('errors'),
    annotations: count('github', /^::error /gm),
    tap: count('tap', /^not ok (?!.*# TODO)/gm),
    badge: /#([0-9a-f]{6})"\/><\/g>/.exec(formats.badge.render(report))?.[1],
    headline: /^(Conformant|Not conformant)[^,;]*/m.exec(formats.pretty.render(report))?.[0],
  }
}

const green = '2e7d32'
const yellow = 'f5c518'
const red = 'c62828'
const conformant = {
  exit: 0,
  json: 'conformant',
  junit: 0,
  annotations: 0,
  tap: 0,
  badge: green,
  headline: expect.stringMatching(/^Conformant at tier 2/),
}
const violation = (count: number) => ({
  exit: 1,
  json: 'violation',
  junit: count,
  annotations: count,
  tap: count,
  badge: red,
  headline: expect.stringMatching(/^Not conformant: \d+ passed/),
})
const known = {
  exit: 0,
  json: 'known-violations',
  junit: 0,
  annotations: 0,
  tap: 0,
  badge: yellow,
  headline: 'Not conformant: 1 known violation',
}
/**
 * The outputs if the baseline was found by its default name: JUnit, annotations and TAP each report one
 * failure that belongs to no scenario.
 */
const unnamed = { ...known, exit: 1, junit: 1, annotations: 1, tap: 1 }

describe('all outputs and the exit code agree', () => {
  it.each([
    { failures: 'none', baseline: 'none', expected: conformant },
    { failures: 'none', baseline: 'named', expected: conformant },
    { failures: 'none', baseline: 'found', expected: conformant },
    { failures: 'observed', baseline: 'none', expected: conformant },
    { failures: 'observed', baseline: 'named', expected: conformant },
    { failures: 'observed', baseline: 'found', expected: conformant },
    { failures: 'required', baseline: 'none', expected: violation(1) },
    { failures: 'required', baseline: 'named', expected: known },
    { failures: 'required', baseline: 'found', expected: unnamed },
    { failures: 'both', baseline: 'none', expected: violation(1) },
    { failures: 'both', baseline: 'named', expected: known },
    { failures: 'both', baseline: 'found', expected: unnamed },
  ] as const)('failures: $failures, baseline: $baseline', async ({ failures, baseline, expected }) => {
    const listed = baseline === 'none' ? [] : failing[failures]
    expect(await said(failures, listed, { baseline })).toEqual(expected)
  })

  it('with --strict, which counts every level', async () => {
    expect(await said('both', [], { strict: true })).toEqual(violation(2))
    expect(await said('both', failing.both, { strict: true, baseline: 'named' })).toEqual({
      ...known,
      headline: 'Not conformant: 2 known violations',
    })
  })

  it('with a baseline that lists passing scenarios', async () => {
    expect(await said('none', ['write.create'], { baseline: 'named' })).toEqual(violation(1))
  })

  it('if no scenario could be checked', async () => {
    const report = await reportOf('none', [], {})
    const empty = { ...report, results: [], outcome: 'incomplete' as const, conformant: false }
    expect(exitCodeOf(empty)).toBe(3)
    expect(formats.junit.render(empty)).toContain('errors="1"')
    expect(formats.github.render(empty)).toContain('::error title=Conformance::')
    expect(formats.tap.render(empty)).toContain('not ok 1 - run: Incomplete')
  })
})
