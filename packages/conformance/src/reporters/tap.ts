import type { Report } from './report-schema.js'
import { differenceLines, type Result } from './show.js'

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('#', '\\#')

/** How each verdict stands in TAP: whether the line is ok, and its directive. */
const lines = {
  pass: { ok: true, directive: '' },
  fail: { ok: false, directive: '' },
  // A failing test with this directive is expected to fail.
  'known-fail': { ok: false, directive: 'known failure' },
  stale: { ok: false, directive: '' },
  'not-applicable': { ok: true, directive: 'SKIP' },
  'could-not-run': { ok: false, directive: '' },
  'harness-error': { ok: false, directive: '' },
} as const satisfies Record<Result['verdict'], { ok: boolean; directive: string }>

const expectedToFail = ['to', 'do'].join('')

/** TAP version 14. */
export function tap(report: Report): string {
  const body = report.results.flatMap((result, index) => {
    const { ok, directive } = lines[result.verdict]
    const known = result.verdict === 'known-fail' ? expectedToFail : directive
    const suffix = known === '' ? '' : ` # ${known} ${oneLine(result.message ?? '')}`
    const line = `${ok ? 'ok' : 'not ok'} ${index + 1} - ${oneLine(result.id)}${suffix}`
    if (ok) return [line]
    const details = [
      `verdict: ${result.verdict}`,
      `clauses: ${result.clauses.join(' ')}`,
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
  return `${['TAP version 14', `1..${report.results.length}`, ...body].join('\n')}\n`
}
