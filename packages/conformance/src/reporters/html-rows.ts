import { allSections } from '../ledger/ledgers.js'
import type { Matrix, MatrixCell, MatrixRow } from './matrix.js'
import { escapeXml as text } from './xml.js'

/** The label and the symbol of each verdict. The symbol makes verdicts distinguishable without colour. */
const verdictWords = {
  pass: '✓ pass',
  fail: '✗ fail',
  'known-fail': '✗ known',
  stale: '! stale',
  'not-applicable': '– n/a',
  'could-not-run': '? not run',
  'harness-error': '! error',
  'not-run': '',
} as const satisfies Record<MatrixCell['verdict'], string>

/** @param target shown beside the verdict in narrow windows, which have no columns; empty for one target */
function cell({ verdict, deviation }: MatrixCell, target: string): string {
  const why = deviation === undefined ? '' : `<div class="small">${deviation.class}</div>`
  return `<td class="cell ${verdict}" data-target="${text(target)}">${verdictWords[verdict]}${why}</td>`
}

/** Returns whether a cell has details. */
const tells = ({ verdict, message }: MatrixCell) =>
  verdict !== 'pass' && verdict !== 'not-applicable' && message !== undefined

/**
 * Returns the details of a result: the reason, the expectation, and the requests that show it.
 * @param name of the target, empty for one target
 */
function finding({ message = '', deviation, reproduction }: MatrixCell, name: string): string {
  const because = deviation?.because === undefined ? '' : `: ${text(deviation.because)}`
  const why = deviation === undefined ? '' : `<p>${deviation.class}${because}</p>`
  const heading = name === '' ? '' : `<h3>${text(name)}</h3>`
  const commands = (reproduction ?? []).join('\n')
  const shown = commands === '' ? '' : `<pre class="commands" tabindex="0">${text(commands)}</pre>`
  return `<section>${heading}${why}<pre>${text(message)}</pre>${shown}</section>`
}

/** Returns a row of the table and, if one of its cells has details, a second row that shows them. */
function row(one: MatrixRow, targets: Matrix['targets'], width: number, page: string): string {
  const nameOf = (index: number) => (targets.length === 1 ? '' : (targets[index]?.name ?? ''))
  const proof = one.cells.map((found, index) => (tells(found) ? finding(found, nameOf(index)) : '')).join('')
  const [first = ''] = (one.cells.find(tells)?.message ?? '').split('\n')
  const search = text(`${one.id} ${one.title} ${one.clauses.join(' ')} ${one.level}`.toLowerCase())
  const verdicts = [...new Set(one.cells.map(({ verdict }) => verdict))].join(' ')
  const data = `data-search="${search}" data-verdicts="${verdicts}"`
  const heading = `<a class="id" href="#${text(one.id)}"><code>${text(one.id)}</code></a><div class="small">${text(one.title)}</div>`
  const clauses = `<td class="small clauses">${one.level}<br>${one.clauses.map((id) => `<a href="${text(page)}#${encodeURIComponent(id)}">${text(id)}</a>`).join(', ')}</td>`
  const cells = one.cells.map((found, index) => cell(found, nameOf(index)))
  const main = `<tr id="${text(one.id)}" class="scenario${proof === '' ? '' : ' open-below'}" ${data}><td>${heading}</td>${clauses}${cells.join('')}</tr>`
  if (proof === '') return main
  return `${main}\n<tr class="proof" ${data}><td colspan="${width}"><details><summary>${text(first === '' ? 'What happened' : first)}</summary>${proof}</details></td></tr>`
}

const sectionOf = ({ clauses }: MatrixRow) => (clauses[0] ?? '').split('/')[0] ?? ''

/** Returns the table of all scenarios, by section of the specification. */
export function rows({ targets, rows: all }: Matrix, page: string): string {
  const width = 2 + targets.length
  const groups = allSections.map(([name, title]) => {
    const inside = all.filter((one) => sectionOf(one) === name)
    if (inside.length === 0) return ''
    const heading = `<tr class="section"><th colspan="${width}" scope="rowgroup">§${name} <span>${title}</span></th></tr>`
    return `<tbody>${heading}${inside.map((one) => row(one, targets, width, page)).join('\n')}</tbody>`
  })
  const names = targets.length === 1 ? ['Verdict'] : targets.map(({ name }) => name)
  return `<table><thead><tr><th scope="col">Scenario</th><th scope="col" class="clauses">Clauses</th>${names.map((name) => `<th scope="col">${text(name)}</th>`).join('')}</tr></thead>${groups.join('\n')}</table>`
}
