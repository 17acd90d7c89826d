import type { Command } from 'commander'
import { type Clause, levels } from '../ledger/clause.js'
import { exampleLines, exampleOf } from '../ledger/examples.js'
import { findClause, ledger, sectionTitles } from '../ledger/ledger.js'
import { UsageError } from '../profile/configuration.js'
import { clausePageUrl, levelMeanings } from '../reporters/clause-page.js'
import { nearMisses } from '../profile/near-miss.js'
import { allScenarios } from '../scenarios/all.js'
import { metadataOf, type Scenario, type Tier } from '../scenarios/scenario.js'
import { select } from '../runner/select.js'
import { usageCode } from './exit-code.js'

function write(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
const citing = (clause: string) => allScenarios.filter(({ clauses }) => clauses.includes(clause))

function addList(program: Command): void {
  program
    .command('list')
    .description('list the scenarios')
    .argument('[selectors...]', 'scenario id, prefix*, clause id or §section')
    .option('--tier <0|1|2>', 'up to this tier', '2')
    .option('--json', 'as JSON')
    .action((only: string[], { tier, json }: { tier: string; json?: boolean }) => {
      if (!['0', '1', '2'].includes(tier)) throw new UsageError(`--tier is 0, 1 or 2, not '${tier}'.`)
      const chosen = select(allScenarios, Number(tier) as Tier, { only })
      if (json) write([JSON.stringify(chosen.map(metadataOf), null, 2)])
      else
        write([
          ...chosen.map(({ id, tier: at, level, title }) => `${id}  [tier ${at}, ${level}]  ${title}`),
          '',
          `${chosen.length} scenarios`,
        ])
    })
}

function clauseLines(clause: Clause): string[] {
  const { id, level, when, text, reading, dispute, database, excluded } = clause
  const example = exampleOf(id)
  const notes = { 'Our reading': reading, Disputed: dispute, Database: database, 'Not verified': excluded }
  return [
    `${id} (${level}${when ? ` on ${when}` : ''}: ${levelMeanings[level]})`,
    `  ${text}`,
    ...Object.entries(notes).flatMap(([term, value]) => (value === undefined ? [] : [`  ${term}: ${value}`])),
    ...named(
      'Scenarios',
      citing(id).map((scenario) => [scenario.id, scenario.title]),
    ),
    ...(example ? ['', '  Example with a correct response:', ...indented(exampleLines(example))] : []),
    '',
    `  All clauses: ${clausePageUrl(id)}`,
  ]
}

const indented = (lines: readonly string[]) => lines.map((line) => (line === '' ? '' : `    ${line}`))

function named(heading: string, rows: readonly (readonly [name: string, text: string])[]): string[] {
  if (rows.length === 0) return [`  ${heading}: none`]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [`  ${heading}:`, ...rows.map(([name, text]) => `    ${name.padEnd(width)}  ${text}`)]
}

function scenarioLines({ id, title, level, tier, needs, clauses }: Scenario): string[] {
  const examples = clauses.flatMap((clause) => exampleOf(clause) ?? [])
  const example = examples.find(({ scenario }) => scenario === id)
  return [
    id,
    `  ${title}`,
    `  level ${level}, tier ${tier}, needs ${needs.length === 0 ? 'nothing' : needs.join(', ')}`,
    ...clauses.map((clause) => `  ${clause}  ${findClause(clause)?.text ?? ''}`),
    ...(example ? ['', '  Example with a correct response:', ...indented(exampleLines(example))] : []),
    ...(example ? [] : ['', `  Examples are shown with its clauses: explain ${clauses[0]}`]),
  ]
}

/** Returns the clauses of a section, one per line. */
const sectionLines = (section: string) => [
  `§${section} ${sectionTitles[section as keyof typeof sectionTitles]}`,
  ...ledger
    .filter((clause) => clause.section === section)
    .map(({ id, level, text }) => `  ${id.padEnd(28)} ${level.padEnd(12)} ${text}`),
]

function addExplain(program: Command): void {
  program
    .command('explain')
    .description('explain a clause, a scenario or a section')
    .argument('<id>', 'for example 4.4/r3, rest.sort.several or §4.4')
    .action((id: string) => {
      const clause = findClause(id)
      const scenario = allScenarios.find((one) => one.id === id)
      if (clause) return write(clauseLines(clause))
      if (scenario) return write(scenarioLines(scenario))
      const section = id.replace(/^§/, '')
      if (Object.hasOwn(sectionTitles, section)) return write(sectionLines(section))
      const names = [...ledger.map((one) => one.id), ...allScenarios.map((one) => one.id)]
      throw new UsageError(`Unknown clause, scenario or section '${id}'${nearMisses(id, names)}`)
    })
}

const counted = (count: number) => `${String(count).padStart(3)} ${count === 1 ? 'scenario ' : 'scenarios'}`

function addCoverage(program: Command): void {
  program
    .command('coverage')
    .description('show which clauses are verified by which scenarios')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) => {
      const bare = ledger.filter(({ id, excluded }) => excluded === undefined && citing(id).length === 0)
      if (json) {
        write([
          JSON.stringify(
            ledger.map((clause) => ({ ...clause, scenarios: citing(clause.id).map(({ id }) => id) })),
            null,
            2,
          ),
        ])
      } else {
        for (const section of new Set(ledger.map((clause) => clause.section))) {
          const clauses = ledger.filter((clause) => clause.section === section)
          write([
            `§${section}`,
            ...clauses.map(
              ({ id, level, excluded, text }) =>
                `  ${id.padEnd(28)} ${level.padEnd(12)} ${excluded ? `excluded: ${excluded}` : `${counted(citing(id).length)}  ${text}`}`,
            ),
          ])
        }
        const count = (level: string) =>
          `${ledger.filter((clause) => clause.level === level && !clause.excluded).length} ${level}`
        write([
          '',
          `${ledger.length} clauses: ${levels.map(count).join(', ')}, ${ledger.filter(({ excluded }) => excluded).length} excluded with a reason; ${allScenarios.length} scenarios`,
        ])
      }
      if (bare.length > 0) {
        process.stderr.write(`Neither verified nor excluded: ${bare.map(({ id }) => id).join(', ')}\n`)
        process.exitCode = usageCode
      }
    })
}

/** Adds the commands that need no target. */
export function addKnowledge(program: Command): void {
  addList(program)
  addExplain(program)
  addCoverage(program)
}
