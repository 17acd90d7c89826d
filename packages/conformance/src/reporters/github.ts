import { findClause } from '../ledger/ledgers.js'
import { clauseLink } from './clause-page.js'
import type { Report } from './report-schema.js'
import { differenceLines, headline, isBad, leftBehind, notApplicable, sections } from './show.js'
import { failsAsWhole, reasonSkipped, standingOf } from './standing.js'

const property = (text: string) =>
  text
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C')
const message = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/**
 * Returns workflow commands for scenarios that failed or could not run: an error if the scenario decides the
 * outcome, else a notice. The last command, an error or a notice, contains the result of the run.
 */
export function githubAnnotations(report: Report): string {
  const commands = report.results
    .filter((result) => isBad(result) || result.verdict === 'could-not-run')
    .map((result) => {
      const skipped = standingOf(result, report.strict) === 'skipped'
      const kind = skipped ? 'notice' : 'error'
      const text = [
        `${result.title} (${result.clauses.join(', ')})`,
        `Explained in ${clauseLink(result.clauses[0] ?? '')}, beside the reports of this run`,
        skipped ? reasonSkipped(result) : (result.message ?? ''),
        ...differenceLines(result),
      ].join('\n')
      return `::${kind} title=${property(result.id)}::${message(text)}`
    })
  const kind = failsAsWhole(report) ? 'error' : 'notice'
  return `${[...commands, `::${kind} title=${property('Conformance')}::${message(headline(report))}`].join('\n')}\n`
}

/** Escapes Markdown in text of a target. */
const cell = (text: string) => text.replaceAll('\n', ' ').replaceAll(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')

/** Returns Markdown for the summary of a step. */
export function githubSummary(report: Report): string {
  const looked = sections(report).filter(({ clauses }) => clauses.some(({ verdict }) => verdict !== 'excluded'))
  const rows = looked.map(({ name, clauses }) => {
    const count = (verdict: string) => clauses.filter((clause) => clause.verdict === verdict).length
    return `| §${name} | ${count('pass')} | ${count('fail')} | ${count('could-not-run')} | ${count('not-applicable') + count('not-run')} |`
  })
  const failures = report.results
    .filter(isBad)
    .map(
      (result) =>
        `| \`${result.id}\` | ${result.clauses.map((id) => `${id}: ${cell(findClause(id)?.text ?? '')}`).join('<br>')} | ${cell(result.message ?? '')} |`,
    )
  return `${[
    `## ${cell(report.target.name)}`,
    '',
    headline(report),
    '',
    '| section | pass | fail | could not run | not applicable |',
    '|---|---|---|---|---|',
    ...rows,
    ...leftBehind(report).map((line) => `\nNot deleted: ${cell(line)}`),
    ...notApplicable(report).map((line) => `\n${cell(line)}`),
    ...(failures.length > 0 ? ['', '| scenario | clauses | what |', '|---|---|---|', ...failures] : []),
  ].join('\n')}\n`
}
