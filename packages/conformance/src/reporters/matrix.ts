import type { Report } from './report-schema.js'
import type { Result } from './show.js'

/** Why a cell is red, judged by a person or by the ledger. */
export type Deviation = 'target-deviates' | 'spec-disputed' | 'database-dependent'

export interface MatrixCell {
  readonly verdict: Result['verdict'] | 'not-run'
  readonly message?: string
  readonly deviation?: Deviation
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
  readonly version: 1
  readonly targets: readonly {
    readonly name: string
    readonly url: string
    readonly tier: number
    readonly outcome: Report['outcome']
    readonly totals: Report['totals']
  }[]
  readonly rows: readonly MatrixRow[]
}

/** Answers that follow from the collation and the LIKE of a database rather than from the service before it. */
const databaseDependent = /^rest\.filter\.(case|unicode-fold|wildcards)$|biginteger-exact$|^rest\.sort\.nulls\./

function cellOf(result: Result | undefined): MatrixCell {
  if (!result) return { verdict: 'not-run' }
  const { verdict, message, level, id } = result
  if (verdict !== 'fail' && verdict !== 'known-fail') return { verdict, ...(message === undefined ? {} : { message }) }
  const deviation: Deviation = databaseDependent.test(id)
    ? 'database-dependent'
    : level === 'disputed'
      ? 'spec-disputed'
      : 'target-deviates'
  return { verdict, ...(message === undefined ? {} : { message }), deviation }
}

/** Several reports side by side, scenario by scenario. */
export function buildMatrix(reports: readonly Report[]): Matrix {
  const scenarios = new Map(reports.flatMap(({ results }) => results).map((result) => [result.id, result]))
  const found = reports.map(({ results }) => new Map(results.map((result) => [result.id, result])))
  return {
    version: 1,
    targets: reports.map(({ target, tier, outcome, totals }) => ({ ...target, tier, outcome, totals })),
    rows: [...scenarios.values()].map(({ id, title, clauses, level }) => ({
      id,
      title,
      clauses,
      level,
      cells: found.map((results) => cellOf(results.get(id))),
    })),
  }
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

/** Markdown: the sums, then every row that is not green everywhere. */
export function matrixMarkdown({ targets, rows }: Matrix): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const header = (first: readonly string[]) => [
    `| ${[...first, ...targets.map(({ name }) => cell(name))].join(' | ')} |`,
    `|${'---|'.repeat(first.length + targets.length)}`,
  ]
  const verdicts = ['pass', 'fail', 'known-fail', 'could-not-run', 'not-applicable'] as const
  const red = rows.filter(({ cells }) =>
    cells.some(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable'),
  )
  return `${[
    '# Conformance matrix',
    '',
    ...header(['']),
    ...verdicts.map(
      (verdict) => `| ${[verdict, ...targets.map(({ totals }) => String(totals[verdict]))].join(' | ')} |`,
    ),
    '',
    `${rows.length} scenarios. Those that are not green everywhere:`,
    '',
    ...header(['scenario', 'level', 'clauses']),
    ...red.map(
      ({ id, level, clauses, cells }) =>
        `| ${[`\`${id}\``, level, clauses.join(', '), ...cells.map((one) => `${signs[one.verdict]}${one.deviation ? ` ${one.deviation}` : ''}`)].join(' | ')} |`,
    ),
  ].join('\n')}\n`
}
