import { styleText } from 'node:util'
import type { Report } from './report-schema.js'
import { differenceLines, headline, isBad, reproduction, type Result, sections } from './show.js'

type Style = Parameters<typeof styleText>[0]

const styles = {
  pass: 'green',
  fail: 'red',
  'known-fail': 'yellow',
  stale: 'red',
  'not-applicable': 'dim',
  'could-not-run': 'yellow',
  'harness-error': 'magenta',
} as const satisfies Record<Result['verdict'], Style>

/** The report for a terminal; without colour the same words. */
export function pretty(report: Report, { colour = false }: { readonly colour?: boolean } = {}): string {
  const paint = (style: Style, text: string) => (colour ? styleText(style, text, { validateStream: false }) : text)
  const lines: string[] = []
  for (const { name, clauses } of sections(report)) {
    const count = (verdict: string) => clauses.filter((clause) => clause.verdict === verdict).length
    const bad = clauses.length - count('pass') - count('not-applicable') - count('excluded') - count('not-run')
    const parts = [
      paint('green', `${String(count('pass')).padStart(3)} pass`),
      bad > 0 ? paint('red', `${bad} not`) : '',
      count('not-applicable') > 0 ? paint('dim', `${count('not-applicable')} not applicable`) : '',
      count('not-run') > 0 ? paint('dim', `${count('not-run')} not run`) : '',
      count('excluded') > 0 ? paint('dim', `${count('excluded')} excluded`) : '',
    ].filter((part) => part !== '')
    lines.push(`  §${name.padEnd(4)} ${parts.join(', ')}`)
  }
  for (const result of report.results.filter((one) => isBad(one) || one.verdict === 'could-not-run'))
    lines.push('', ...describe(result, paint))
  for (const notice of report.notices) lines.push('', `${paint('cyan', 'Notice')} ${notice}`)
  for (const { path, id, reason } of report.leftovers)
    lines.push('', `${paint('red', 'Left behind')} ${path}/${id}: ${reason}`)
  lines.push(
    '',
    paint(report.conformant ? 'green' : 'red', headline(report)),
    `${report.target.name} in ${(report.milliseconds / 1000).toFixed(1)} s, run ${report.run}`,
  )
  return `${lines.join('\n')}\n`
}

function describe(result: Result, paint: (style: Style, text: string) => string): string[] {
  const control = result.exchanges.find(({ purpose }) => purpose === 'control')
  return [
    `${paint(styles[result.verdict], result.verdict)} ${result.id} ${paint('dim', `(${result.level}; ${result.clauses.join(', ')})`)}`,
    `  ${result.title}`,
    ...(result.message ?? '').split('\n').map((line) => `  ${line}`),
    ...differenceLines(result).map((line) => `    ${line}`),
    ...(control ? [`  control: ${control.method} ${control.url} answered ${control.status}`] : []),
    ...(isBad(result) ? reproduction(result).map((command) => paint('dim', `  $ ${command}`)) : []),
  ]
}
