import { styleText } from 'node:util'
import { clausePageUrl } from './clause-page.js'
import type { Report } from './report-schema.js'
import {
  counted,
  differenceLines,
  grouped,
  headline,
  howToClean,
  isBad,
  leftBehind,
  listed,
  notApplicable,
  type Result,
  sections,
} from './show.js'

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

/** The counts of a section besides passes, the worst first. */
const counts = [
  ['harness-error', 'broke the suite', 'magenta'],
  ['fail', 'fail', 'red'],
  ['stale', 'stale', 'red'],
  ['known-fail', 'known to fail', 'yellow'],
  ['could-not-run', 'could not run', 'yellow'],
  ['not-applicable', 'not applicable', 'dim'],
  ['not-run', 'not run', 'dim'],
  ['excluded', 'excluded', 'dim'],
] as const satisfies readonly (readonly [Report['clauses'][number]['verdict'], string, Style])[]

/** Returns the report for a terminal. Without colour it has the same words. */
export function pretty(report: Report, { colour = false }: { readonly colour?: boolean } = {}): string {
  const paint = (style: Style, text: string) => (colour ? styleText(style, text, { validateStream: false }) : text)
  const link: Link = (clause, text) =>
    colour ? `\u001B]8;;${clausePageUrl(clause)}\u001B\\${text}\u001B]8;;\u001B\\` : text
  const lines: string[] = []
  const ran = (verdict: string) => verdict !== 'not-run' && verdict !== 'excluded'
  for (const { name, clauses } of sections(report)) {
    if (!clauses.some(({ verdict }) => ran(verdict))) continue
    const count = (verdict: string) => clauses.filter((clause) => clause.verdict === verdict).length
    const parts = [
      paint('green', `${String(count('pass')).padStart(3)} pass`),
      ...counts.flatMap(([verdict, words, style]) =>
        count(verdict) > 0 ? [paint(style, `${count(verdict)} ${words}`)] : [],
      ),
    ]
    lines.push(`  §${name.padEnd(4)} ${parts.join(', ')}`)
  }
  for (const result of report.results.filter(isBad)) lines.push('', ...describe(result, paint, link))
  lines.push(...unrun(report, paint, link))
  for (const line of notApplicable(report)) lines.push('', paint(styles['not-applicable'], line))
  for (const notice of report.notices) lines.push('', `${paint('cyan', 'Notice')} ${notice}`)
  const left = leftBehind(report)
  for (const line of left) lines.push('', `${paint('red', 'Not deleted')} ${line}`)
  if (left.length > 0) lines.push(`  ${howToClean(report)}`)
  const memory = report.peakMegabytes === undefined ? '' : ` with at most ${report.peakMegabytes} MB`
  if (report.results.some(isBad)) lines.push('', `Clauses are explained at ${clausePageUrl('')} and by \`explain\`.`)
  lines.push(
    '',
    paint(report.conformant ? 'green' : 'red', headline(report)),
    `${report.target.name} in ${(report.milliseconds / 1000).toFixed(1)} s${memory}, run ${report.run}`,
  )
  return `${lines.join('\n')}\n`
}

type Paint = (style: Style, text: string) => string

/** Makes the id of a clause a hyperlink if the terminal supports hyperlinks. */
type Link = (clause: string, text: string) => string

/** Groups scenarios that could not run by their common reason, which is printed once above their names. */
function unrun({ results }: Report, paint: Paint, link: Link): string[] {
  const groups = grouped(
    results.filter(({ verdict }) => verdict === 'could-not-run'),
    ({ message = '' }) => message,
  )
  return [...groups].flatMap(([message, some]) => {
    const [first] = some
    if (first && some.length === 1) return ['', ...describe(first, paint, link)]
    return [
      '',
      `${paint(styles['could-not-run'], 'could-not-run')} ${counted(some.length, 'scenario')}: ${listed(some.map(({ id }) => id))}`,
      ...message.split('\n').map((line) => `  ${line}`),
    ]
  })
}

function describe(result: Result, paint: Paint, link: Link): string[] {
  const control = result.exchanges.find(({ purpose }) => purpose === 'control')
  return [
    `${paint(styles[result.verdict], result.verdict)} ${result.id} ${paint('dim', `(${result.level}; `)}${result.clauses.map((id) => link(id, paint('dim', id))).join(paint('dim', ', '))}${paint('dim', ')')}`,
    `  ${result.title}`,
    ...(result.message ?? '').split('\n').map((line) => `  ${line}`),
    ...differenceLines(result).map((line) => `    ${line}`),
    ...(control ? [`  control: ${control.method} ${control.url}, status ${control.status}`] : []),
    ...(result.script ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => paint('dim', `  ${line}`)),
  ]
}
