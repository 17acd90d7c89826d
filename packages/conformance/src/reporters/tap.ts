import { clauseLink } from './clause-page.js'
import type { Report } from './report-schema.js'
import { differenceLines, headline, type Result } from './show.js'
import { failsAsWhole, reasonSkipped, standingOf } from './standing.js'

const oneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .replaceAll('#', '\\#')

/**
 * The directive of a test that may fail. Written in two parts, because the linter would report it as a to-do
 * comment.
 */
const mayFail = ['TO', 'DO'].join('')

/** Returns the status of a result in TAP: whether the line is ok, and its directive. */
function lineOf(result: Result, strict: boolean): { readonly ok: boolean; readonly directive: string } {
  const standing = standingOf(result, strict)
  if (standing === 'passed') return { ok: true, directive: '' }
  if (standing !== 'skipped') return { ok: false, directive: '' }
  const skipped = result.verdict === 'not-applicable' || result.verdict === 'could-not-run'
  return { ok: skipped, directive: ` # ${skipped ? 'SKIP' : mayFail} ${oneLine(reasonSkipped(result))}` }
}

/** Returns TAP version 14. */
export function tap(report: Report): string {
  const body = report.results.flatMap((result, index) => {
    const { ok, directive } = lineOf(result, report.strict)
    const line = `${ok ? 'ok' : 'not ok'} ${index + 1} - ${oneLine(result.id)}${directive}`
    if (ok) return [line]
    const details = [
      `verdict: ${result.verdict}`,
      `clauses: ${JSON.stringify(Object.fromEntries(result.clauses.map((id) => [id, clauseLink(id)])))}`,
      ...differenceLines(result).map((text) => `difference: ${JSON.stringify(text)}`),
    ]
    return [
      line,
      '  ---',
      `  message: ${JSON.stringify(result.message ?? '')}`,
      ...details.map((text) => `  ${text}`),
      '  ...',
    ]
  })
  const count = report.results.length
  const whole = failsAsWhole(report) ? [`not ok ${count + 1} - run: ${oneLine(headline(report))}`] : []
  return `${['TAP version 14', `1..${count + whole.length}`, ...body, ...whole].join('\n')}\n`
}
