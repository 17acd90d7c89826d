import type { Command } from 'commander'
import { type Clause, levels } from '../ledger/clause.js'
import { exampleLines, exampleOf } from '../ledger/examples.js'
import { allClauses, allSections, findClause, ledgerOf } from '../ledger/ledgers.js'
import { configurationSchema, UsageError } from '../profile/configuration.js'
import { type Generation, generationOf, generations } from '../profile/generation.js'
import { clausePageUrl, levelMeanings } from '../reporters/clause-page.js'
import { nearMisses } from '../profile/near-miss.js'
import { citing, scenariosOf } from '../scenarios/of-generation.js'
import { metadataOf, type Scenario, type Tier } from '../scenarios/scenario.js'
import { select } from '../runner/select.js'
import { usageCode } from './exit-code.js'

function write(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** @throws UsageError for an unknown profile */
function parseGeneration(profile: string | undefined): Generation {
  const known = configurationSchema.shape.profile.unwrap().options
  const found = known.find((name) => name === (profile ?? 'auto'))
  if (found === undefined) throw new UsageError(`--profile is ${known.join(', ')}, not '${profile}'.`)
  return generationOf({ profile: found })
}

function addList(program: Command): void {
  program
    .command('list')
    .description('list the scenarios')
    .argument('[selectors...]', 'scenario id, prefix*, clause id or §section')
    .option('--profile <name>', 'strapi-5 for the scenarios of Strapi 5')
    .option('--tier <0|1|2>', 'up to this tier', '2')
    .option('--json', 'as JSON')
    .action((only: string[], { profile, tier, json }: { profile?: string; tier: string; json?: boolean }) => {
      if (!['0', '1', '2'].includes(tier)) throw new UsageError(`--tier is 0, 1 or 2, not '${tier}'.`)
      const chosen = select(scenariosOf(parseGeneration(profile)), Number(tier) as Tier, { only })
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
  const { id, level, when, text, source, reading, dispute, database, excluded } = clause
  const example = exampleOf(id)
  const notes = {
    Source: source,
    'Our reading': reading,
    Disputed: dispute,
    Database: database,
    'Not verified': excluded,
  }
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
const sectionLines = (section: string, title: string) => [
  `§${section} ${title}`,
  ...allClauses
    .filter((clause) => clause.section === section)
    .map(({ id, level, text }) => `  ${id.padEnd(28)} ${level.padEnd(12)} ${text}`),
]

function addExplain(program: Command): void {
  program
    .command('explain')
    .description('explain a clause, a scenario or a section')
    .argument('<id>', 'for example 4.4/r3, status/draft, rest.sort.several or §4.4')
    .action((id: string) => {
      const clause = findClause(id)
      const found = generations.flatMap((one) => scenariosOf(one).filter((scenario) => scenario.id === id))
      if (clause) return write(clauseLines(clause))
      if (found.length > 0) return write(found.flatMap(scenarioLines))
      const [section, title] = allSections.find(([name]) => name === id.replace(/^§/, '')) ?? []
      if (section !== undefined && title !== undefined) return write(sectionLines(section, title))
      const names = [allClauses, ...generations.map(scenariosOf)].flatMap((all) => all.map((one) => one.id))
      throw new UsageError(`Unknown clause, scenario or section '${id}'${nearMisses(id, names)}`)
    })
}

const counted = (count: number) => `${String(count).padStart(3)} ${count === 1 ? 'scenario ' : 'scenarios'}`

function addCoverage(program: Command): void {
  program
    .command('coverage')
    .description('show which clauses are verified by which scenarios')
    .option('--profile <name>', 'strapi-5 for the clauses of Strapi 5')
    .option('--json', 'as JSON')
    .action(({ profile, json }: { profile?: string; json?: boolean }) => {
      const generation = parseGeneration(profile)
      const ledger = ledgerOf(generation)
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
          `${ledger.length} clauses: ${levels.map(count).join(', ')}, ${ledger.filter(({ excluded }) => excluded).length} excluded with a reason; ${scenariosOf(generation).length} scenarios`,
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
