import type { Report } from './report-schema.js'
import { differenceLines, reproduction, type Result } from './show.js'
import { escapeXml } from './xml.js'

const sectionOf = ({ clauses }: Result) => (clauses[0] ?? '').split('/')[0] ?? ''
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)

const details = (result: Result) =>
  [...differenceLines(result), ...reproduction(result).map((command) => `$ ${command}`)].join('\n')

/** How each verdict stands in JUnit, which knows pass, failure, error and skipped. */
const elements = {
  pass: () => '',
  fail: (result) => `<failure message="${escapeXml(result.message ?? '')}">${escapeXml(details(result))}</failure>`,
  stale: (result) => `<failure message="${escapeXml(result.message ?? '')}"/>`,
  'known-fail': (result) => `<skipped message="${escapeXml(`known failure: ${result.message ?? ''}`)}"/>`,
  'not-applicable': (result) => `<skipped message="${escapeXml(`not applicable: ${result.message ?? ''}`)}"/>`,
  // Not skipped: a build must not turn green on what could not be looked at.
  'could-not-run': (result) => `<error message="${escapeXml(result.message ?? '')}"/>`,
  'harness-error': (result) => `<error message="${escapeXml(result.message ?? '')}"/>`,
} as const satisfies Record<Result['verdict'], (result: Result) => string>

export function junit(report: Report): string {
  const names = [...new Set(report.results.map(sectionOf))]
  const suites = names.map((name) => {
    const results = report.results.filter((result) => sectionOf(result) === name)
    const count = (...verdicts: readonly Result['verdict'][]) =>
      results.filter(({ verdict }) => verdicts.includes(verdict)).length
    const cases = results.map(
      (result) =>
        `    <testcase classname="${escapeXml(`§${name} ${result.level}`)}" name="${escapeXml(`${result.id}: ${result.title}`)}" time="${seconds(result.milliseconds)}">${elements[result.verdict](result)}</testcase>`,
    )
    return [
      `  <testsuite name="${escapeXml(`§${name}`)}" tests="${results.length}" failures="${count('fail', 'stale')}" errors="${count('could-not-run', 'harness-error')}" skipped="${count('known-fail', 'not-applicable')}" time="${seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0))}">`,
      ...cases,
      '  </testsuite>',
    ].join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeXml(report.target.name)}" tests="${report.results.length}" time="${seconds(report.milliseconds)}">\n${suites.join('\n')}\n</testsuites>\n`
}
