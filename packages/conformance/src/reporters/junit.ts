import { clauseLink } from './clause-page.js'
import type { Report } from './report-schema.js'
import { differenceLines, headline, type Result } from './show.js'
import { failsAsWhole, reasonSkipped, type Standing, standingOf } from './standing.js'
import { escapeXml } from './xml.js'

const sectionOf = ({ clauses }: Result) => (clauses[0] ?? '').split('/')[0] ?? ''
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)

const details = (result: Result) =>
  [
    ...differenceLines(result),
    ...result.clauses.map((id) => `${id}: ${clauseLink(id)}`),
    ...(result.script === undefined ? [] : ['', result.script]),
  ].join('\n')

/** JUnit has no levels of clauses, so failures that don't decide the outcome become skipped tests. */
const elements = {
  passed: () => '',
  failed: (result) => `<failure message="${escapeXml(result.message ?? '')}">${escapeXml(details(result))}</failure>`,
  // An error, not skipped: a build must not pass if something could not be checked.
  error: (result) => `<error message="${escapeXml(result.message ?? '')}"/>`,
  skipped: (result) => `<skipped message="${escapeXml(reasonSkipped(result))}"/>`,
} as const satisfies Record<Standing, (result: Result) => string>

/** Returns a test case for a failure of the run that belongs to no scenario. */
const whole = (report: Report) =>
  failsAsWhole(report)
    ? `\n  <testsuite name="run" tests="1" failures="0" errors="1" skipped="0" time="0.000">\n    <testcase classname="run" name="outcome" time="0.000"><error message="${escapeXml(headline(report))}"/></testcase>\n  </testsuite>`
    : ''

export function junit(report: Report): string {
  const names = [...new Set(report.results.map(sectionOf))]
  const suites = names.map((name) => {
    const results = report.results.filter((result) => sectionOf(result) === name)
    const standing = (result: Result) => standingOf(result, report.strict)
    const count = (wanted: Standing) => results.filter((result) => standing(result) === wanted).length
    const cases = results.map(
      (result) =>
        `    <testcase classname="${escapeXml(`§${name} ${result.level}`)}" name="${escapeXml(`${result.id}: ${result.title}`)}" time="${seconds(result.milliseconds)}">${elements[standing(result)](result)}</testcase>`,
    )
    return [
      `  <testsuite name="${escapeXml(`§${name}`)}" tests="${results.length}" failures="${count('failed')}" errors="${count('error')}" skipped="${count('skipped')}" time="${seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0))}">`,
      ...cases,
      '  </testsuite>',
    ].join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeXml(report.target.name)}" tests="${report.results.length + (failsAsWhole(report) ? 1 : 0)}" time="${seconds(report.milliseconds)}">\n${suites.join('\n')}${whole(report)}\n</testsuites>\n`
}
