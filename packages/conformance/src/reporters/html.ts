import { ledger } from '../ledger/ledger.js'
import { buildMatrix, type Matrix, type MatrixRow } from './matrix.js'
import { pageScript, pageStyle } from './html-style.js'
import type { Report } from './report-schema.js'
import { differenceLines, headline, reproduction, type Result } from './show.js'
import { suite } from './suite.js'
import { escapeXml as text } from './xml.js'

const words = {
  pass: 'pass',
  fail: 'fail',
  'known-fail': 'known',
  stale: 'stale',
  'not-applicable': 'n/a',
  'could-not-run': 'not run',
  'harness-error': 'error',
  'not-run': '',
} as const

function card(report: Report): string {
  const { totals } = report
  const all = report.results.length
  const share = (count: number, colour: string) =>
    count === 0 ? '' : `<i class="bg-${colour}" style="width:${((count / all) * 100).toFixed(2)}%"></i>`
  const warned = totals['known-fail'] + totals['could-not-run']
  const failed = totals.fail + totals.stale + totals['harness-error']
  return `<section class="card"><h3>${text(report.target.name)}</h3><div class="url">${text(report.target.url)}</div>
<p class="outcome ${report.conformant ? 'pass' : 'fail'}">${text(headline(report))}</p>
<div class="bar">${share(totals.pass, 'pass')}${share(failed, 'fail')}${share(warned, 'warn')}${share(totals['not-applicable'], 'off')}</div>
<div class="counts">${all} scenarios at tier ${report.tier}, ${text(report.started.slice(0, 10))}, ${(report.milliseconds / 1000).toFixed(1)} s, profile ${report.profile.source}</div></section>`
}

function evidence(result: Result | undefined, name: string): string {
  if (!result || result.verdict === 'pass' || result.verdict === 'not-applicable') return ''
  const lines = [
    result.message ?? '',
    ...differenceLines(result),
    '',
    ...reproduction(result).map((command) => `$ ${command}`),
  ]
  return `<p class="small">${text(name)}</p><pre>${text(lines.join('\n').trim())}</pre>`
}

function row(one: MatrixRow, reports: readonly Report[], byTarget: readonly ReadonlyMap<string, Result>[]): string {
  const cells = one.cells.map(
    ({ verdict, deviation }) =>
      `<td class="cell ${verdict}">${words[verdict]}${deviation ? `<div class="small">${deviation}</div>` : ''}</td>`,
  )
  const proof = byTarget
    .map((results, index) => evidence(results.get(one.id), reports[index]?.target.name ?? ''))
    .join('')
  const heading = `<code>${text(one.id)}</code><div class="small">${text(one.title)}</div>`
  const body = proof === '' ? heading : `<details><summary>${heading}</summary>${proof}</details>`
  const search = `${one.id} ${one.title} ${one.clauses.join(' ')} ${one.level}`.toLowerCase()
  return `<tr data-search="${text(search)}" data-verdicts="${[...new Set(one.cells.map(({ verdict }) => verdict))].join(' ')}"><td>${body}</td><td class="small">${text(one.clauses.join(', '))}<br>${one.level}</td>${cells.join('')}</tr>`
}

const sectionOf = ({ clauses }: MatrixRow) => (clauses[0] ?? '').split('/')[0] ?? ''

function table(matrix: Matrix, reports: readonly Report[]): string {
  const byTarget = reports.map(({ results }) => new Map(results.map((result) => [result.id, result])))
  const names = [...new Set(ledger.map(({ section }) => section))]
  const width = 2 + matrix.targets.length
  const groups = names.map((name) => {
    const rows = matrix.rows.filter((one) => sectionOf(one) === name)
    return rows.length === 0
      ? ''
      : `<tr class="section"><td colspan="${width}">§${name}</td></tr>${rows.map((one) => row(one, reports, byTarget)).join('\n')}`
  })
  return `<table><thead><tr><th>Scenario</th><th>Clauses</th>${matrix.targets.map(({ name }) => `<th>${text(name)}</th>`).join('')}</tr></thead><tbody>${groups.join('\n')}</tbody></table>`
}

const filters = [
  ['all', 'All'],
  ['fail', 'Failed'],
  ['could-not-run', 'Could not run'],
  ['known-fail', 'Known'],
  ['not-applicable', 'Not applicable'],
  ['pass', 'Passed'],
] as const

/** One page for one or several reports, complete in itself. */
export function html(reports: readonly Report[]): string {
  const matrix = buildMatrix(reports)
  const buttons = filters.map(
    ([value, label]) => `<button type="button" value="${value}" aria-pressed="${value === 'all'}">${label}</button>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Conformance: ${text(reports.map(({ target }) => target.name).join(', '))}</title><style>${pageStyle}</style></head>
<body><main><h1>Content API conformance</h1><p class="lead">${ledger.length} clauses, ${matrix.rows.length} scenarios; ${text(suite.name)} ${text(suite.version)}</p>
<div class="cards">${reports.map(card).join('\n')}</div>
<nav>${buttons.join('')}<input type="search" placeholder="Scenario, clause or word" aria-label="Search"></nav>
${table(matrix, reports)}
${reports.map((report) => report.notices.map((notice) => `<p class="small">${text(report.target.name)}: ${text(notice)}</p>`).join('')).join('')}
</main><script>${pageScript}</script></body></html>
`
}
