import { ledgerOf } from '../ledger/ledgers.js'
import { clausePageFile, levelMeanings } from './clause-page.js'
import { deviationClasses, type Reasons } from './deviation.js'
import { rows } from './html-rows.js'
import { pageScript, pageStyle } from './html-style.js'
import { buildMatrix, type Matrix } from './matrix.js'
import type { Report } from './report-schema.js'
import { headline, howToClean, isBad, leftBehind } from './show.js'
import { decides } from './standing.js'
import { suite } from './suite.js'
import { escapeXml as text } from './xml.js'

/** Describes which failures decide the outcome. */
function weight(report: Report): string {
  const bad = report.results.filter(isBad)
  if (bad.length === 0) return ''
  const deciding = bad.filter((result) => decides(result, report.strict)).length
  return `<p class="counts">${deciding} of the failures are of required or conditional clauses, which decide the outcome; ${bad.length - deciding} of observed or disputed ones.</p>`
}

/** Outcomes have the colours of verdicts. */
const outcomeColours = {
  conformant: 'pass',
  'known-violations': 'known-fail',
  violation: 'fail',
  incomplete: 'could-not-run',
  leftovers: 'could-not-run',
  'harness-error': 'fail',
} as const satisfies Record<Report['outcome'], string>

/** Returns the notices of a run, and the entries that it could not delete. */
function remarks(report: Report): string[] {
  const left = leftBehind(report).map((line) => `Not deleted: ${line}`)
  return [...report.notices, ...left, ...(left.length > 0 ? [howToClean(report)] : [])]
}

function card(report: Report): string {
  const { totals, target } = report
  const all = report.results.length
  const share = (count: number, colour: string) =>
    count === 0 ? '' : `<i class="bg-${colour}" style="width:${((count / all) * 100).toFixed(2)}%"></i>`
  const warned = totals['known-fail'] + totals['could-not-run']
  const failed = totals.fail + totals.stale + totals['harness-error']
  const url = target.url === target.name ? '' : `<div class="url">${text(target.url)}</div>`
  return `<section class="card"><h2>${text(target.name)}</h2>${url}
<p class="outcome ${outcomeColours[report.outcome]}">${text(headline(report))}</p>
<div class="bar" aria-hidden="true">${share(totals.pass, 'pass')}${share(failed, 'fail')}${share(warned, 'warn')}${share(totals['not-applicable'], 'off')}</div>
${weight(report)}<p class="counts">${all} scenarios at tier ${report.tier}, ${text(report.started.slice(0, 10))}, ${(report.milliseconds / 1000).toFixed(1)} s, profile ${report.profile.source}</p>${remarks(
    report,
  )
    .map((remark) => `<p class="small">${text(remark)}</p>`)
    .join('')}</section>`
}

const filters = [
  ['fail', 'Failed'],
  ['harness-error', 'Errors'],
  ['stale', 'Stale'],
  ['could-not-run', 'Could not run'],
  ['known-fail', 'Known'],
  ['not-applicable', 'Not applicable'],
  ['pass', 'Passed'],
] as const

/**
 * Returns a button for all rows, one for each verdict that occurs except `not-run`, and a search field. Each
 * button has the number of its scenarios.
 */
function filterBar(matrix: Matrix): string {
  const count = (verdict: string) =>
    matrix.rows.filter(({ cells }) => cells.some((cell) => cell.verdict === verdict)).length
  const button = (value: string, label: string, shown: number) =>
    `<button type="button" value="${value}" aria-pressed="${value === 'all'}">${label} <b>${shown}</b></button>`
  const buttons = filters.flatMap(([value, label]) => (count(value) === 0 ? [] : [button(value, label, count(value))]))
  return `<nav aria-label="Filter">${button('all', 'All', matrix.rows.length)}${buttons.join('')}<input type="search" placeholder="Scenario, clause or word" aria-label="Search"><output aria-live="polite"></output></nav>`
}

const legend = (terms: Readonly<Record<string, string>>) =>
  `<dl class="legend">${Object.entries(terms)
    .map(([term, meaning]) => `<div><dt>${term}</dt><dd>${meaning}</dd></div>`)
    .join('')}</dl>`

const conclusive = new Set<string>(['pass', 'fail', 'known-fail', 'stale'])

/** Returns the number of clauses that a scenario checked on at least one target. */
function lookedAt({ rows: scenarios }: Matrix): number {
  const ended = scenarios.filter(({ cells }) => cells.some(({ verdict }) => conclusive.has(verdict)))
  return new Set(ended.flatMap(({ clauses }) => clauses)).size
}

/** Returns the number of clauses of the interfaces that the reports check. */
const clausesOf = (reports: readonly Report[]): number =>
  [...new Set(reports.map(({ generation }) => generation))].flatMap((generation) => ledgerOf(generation)).length

/** Returns one self-contained page for one or several reports. */
export function html(reports: readonly Report[], reasons: Reasons = {}, page: string = clausePageFile): string {
  const matrix = buildMatrix(reports, reasons)
  const names = reports.map(({ target }) => target.name)
  const classed = matrix.rows.some(({ cells }) => cells.some(({ deviation }) => deviation !== undefined))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Conformance: ${text(names.join(', '))}</title><style>${pageStyle}</style></head>
<body><main><h1>Content API conformance</h1><p class="lead">${matrix.rows.length} scenarios, which look at ${lookedAt(matrix)} of the ${clausesOf(reports)} clauses; ${text(suite.name)} ${text(suite.version)}</p>
<div class="cards">${reports.map(card).join('\n')}</div>
${filterBar(matrix)}
${rows(matrix, page)}
<footer><p class="small">Each clause is explained on <a href="${text(page)}">the page of all clauses</a>.</p>${legend(levelMeanings)}${classed ? legend(deviationClasses) : ''}</footer>
</main><script>${pageScript}</script></body></html>
`
}
