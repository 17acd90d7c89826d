import { printableIn } from '../check/printable.js'
import { clausePageFile } from './clause-page.js'
import { type Deviation, deviationOf, type Reasons } from './deviation.js'
import type { Report } from './report-schema.js'
import { differenceLines, grouped, type Result } from './show.js'

export interface MatrixCell {
  readonly verdict: Result['verdict'] | 'not-run'
  /** What went wrong, or why the scenario did not run. */
  readonly message?: string
  /** The class and the reason of a failure. */
  readonly deviation?: Deviation
  /** The lines of the script that shows the failure. */
  readonly reproduction?: readonly string[]
}

export interface MatrixRow {
  readonly id: string
  readonly title: string
  readonly clauses: readonly string[]
  readonly level: Result['level']
  /** One per target, in their order. */
  readonly cells: readonly MatrixCell[]
}

export interface Matrix {
  readonly version: 2
  readonly targets: readonly {
    readonly name: string
    readonly url: string
    readonly tier: number
    readonly outcome: Report['outcome']
    readonly totals: Report['totals']
  }[]
  readonly rows: readonly MatrixRow[]
}

function cellOf(result: Result | undefined, target: string, reasons: Reasons): MatrixCell {
  if (!result) return { verdict: 'not-run' }
  const { verdict, message } = result
  if (verdict === 'pass') return { verdict }
  const deviation = deviationOf(result, target, reasons)
  const said = [message ?? '', ...differenceLines(result)].filter((line) => line !== '').join('\n')
  return {
    verdict,
    ...(said === '' ? {} : { message: said }),
    ...(deviation ? { deviation } : {}),
    ...(deviation && result.script !== undefined ? { reproduction: result.script.trimEnd().split('\n') } : {}),
  }
}

/**
 * Returns a table of several reports, with a row per scenario.
 * @param reasons why targets fail, by target name
 */
export function buildMatrix(reports: readonly Report[], reasons: Reasons = {}): Matrix {
  const scenarios = new Map(reports.flatMap(({ results }) => results).map((result) => [result.id, result]))
  const found = reports.map(({ results, target }) => ({
    name: target.name,
    results: new Map(results.map((result) => [result.id, result])),
  }))
  return {
    version: 2,
    targets: reports.map(({ target, tier, outcome, totals }) => ({ ...target, tier, outcome, totals })),
    rows: [...scenarios.values()].map(({ id, title, clauses, level }) => ({
      id,
      title,
      clauses,
      level,
      cells: found.map(({ name, results }) => cellOf(results.get(id), name, reasons)),
    })),
  }
}

/** Returns JSON with one line per row, so that diffs show the rows that changed. */
export function matrixJson({ version, targets, rows }: Matrix): string {
  const lines = (values: readonly unknown[]) => values.map((value) => `    ${JSON.stringify(value)}`).join(',\n')
  return `{\n  "version": ${version},\n  "targets": [\n${lines(targets)}\n  ],\n  "rows": [\n${lines(rows)}\n  ]\n}\n`
}

const signs = {
  pass: '✓',
  fail: '✗',
  'known-fail': '(✗)',
  stale: '!',
  'not-applicable': '–',
  'could-not-run': '?',
  'harness-error': '!!',
  'not-run': '',
} as const

const inCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Escapes a line of a fenced block, so that it can't close the block. */
const inFence = (line: string) => line.replaceAll('```', '`\\x60`')

/** Returns the details of a scenario that failed somewhere, once for each reason. */
function findings(row: MatrixRow, targets: Matrix['targets'], page: string): string[] {
  const red = row.cells.flatMap((cell, index) => {
    const { deviation } = cell
    if (deviation === undefined) return []
    const why = `${deviation.class}. ${deviation.because ?? 'Nobody has looked into it yet.'}`
    return [{ ...cell, why, name: targets[index]?.name ?? '' }]
  })
  // Targets that fail for the same reason share a script, for example one service on two databases.
  return [...grouped(red, ({ why }) => why)].flatMap(([why, cells]) => [
    `### ${row.id}`,
    '',
    `${row.title} (${row.level}; ${row.clauses.map((id) => `[${id}](${page}#${encodeURIComponent(id)})`).join(', ')}).`,
    `**${cells.map(({ name }) => name).join('; ')}**: ${why}`,
    '',
    '```sh',
    ...(cells[0]?.message ?? '').split('\n').map((line) => inFence(`# ${line}`)),
    ...(cells[0]?.reproduction ?? []).map(inFence),
    '```',
    '',
  ])
}

/**
 * Returns Markdown: the totals, every row that is not green everywhere, and each failure with its reason and
 * its requests.
 * @param page the path of the page of all clauses, relative to the document
 */
export function matrixMarkdown(matrix: Matrix, page: string = clausePageFile): string {
  const { targets, rows } = printableIn(matrix)
  const header = (first: readonly string[]) => [
    `| ${[...first, ...targets.map(({ name }) => inCell(name))].join(' | ')} |`,
    `|${'---|'.repeat(first.length + targets.length)}`,
  ]
  const verdicts = ['pass', 'fail', 'known-fail', 'could-not-run', 'not-applicable'] as const
  const red = rows.filter(({ cells }) =>
    cells.some(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable' && verdict !== 'not-run'),
  )
  return `${[
    '# Conformance matrix',
    '',
    ...header(['']),
    `| ${['tier', ...targets.map(({ tier }) => String(tier))].join(' | ')} |`,
    ...verdicts.map(
      (verdict) => `| ${[verdict, ...targets.map(({ totals }) => String(totals[verdict]))].join(' | ')} |`,
    ),
    `| ${['outcome', ...targets.map(({ outcome }) => outcome)].join(' | ')} |`,
    '',
    `${rows.length} scenarios. Failures of required and conditional clauses decide the outcome. Not green everywhere:`,
    '',
    ...header(['scenario', 'level']),
    ...red.map(
      ({ id, level, cells }) =>
        `| ${[`[\`${id}\`](#${anchor(id)})`, level, ...cells.map((one) => `${signs[one.verdict]}${one.deviation ? ` ${one.deviation.class}` : ''}`)].join(' | ')} |`,
    ),
    '',
    '## Failures',
    '',
    'Each with the requests that show it. TOKEN is the full token; ids are those that the create requests returned.',
    '',
    ...red.flatMap((row) => findings(row, targets, page)),
  ]
    .join('\n')
    .trimEnd()}\n`
}

/** Returns the anchor that common Markdown renderers give to a heading. */
const anchor = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z0-9 -]/g, '')
