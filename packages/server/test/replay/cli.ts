import { parseArgs } from 'node:util'
import { printDifferences } from './differences.js'
import { readExchanges } from './exchange.js'
import { isGraphql } from './graphql-request.js'
import { recordings } from './recordings.js'
import { openDatabase } from './replay-database.js'
import { replay } from './replay.js'
import { isInSection, printReport } from './report.js'
import { rules } from './rules.js'
import type { Verdict } from './verdict.js'

const usage = `pnpm replay [file] [--database sqlite|postgres] [--section <part of its name>|auth] [--json]

Sends recorded exchanges, those of one file or all, to a new server with the recorded content and compares its responses
with the expected ones.
  --section      reports on these sections only; the command still sends every exchange
  --json         prints an array of { id, section, verdict, rule?, detail? }
  --differences  prints docs/differences.md
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string', default: 'sqlite' },
    section: { type: 'string' },
    json: { type: 'boolean', default: false },
    differences: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<number> {
  const { database, section } = values
  if (values.help || (database !== 'sqlite' && database !== 'postgres')) {
    process.stderr.write(usage)
    return values.help ? 0 : 2
  }
  const verdicts: Verdict[] = []
  const graphql = new Set<string>()
  const notJudged = new Map<string, number>()
  for (const file of positionals.length > 0 ? positionals : recordings) {
    const exchanges = await readExchanges(file)
    for (const exchange of exchanges) if (isGraphql(exchange)) graphql.add(exchange.id)
    const { connection, close } = await openDatabase(database)
    try {
      for await (const verdict of replay(exchanges, { connection, rules })) {
        if ('notJudged' in verdict) notJudged.set(verdict.notJudged, (notJudged.get(verdict.notJudged) ?? 0) + 1)
        else if (section === undefined || isInSection(verdict.section, section)) verdicts.push(verdict)
      }
    } finally {
      await close()
    }
  }
  const left = [...notJudged].map(([reason, count]) => `${count} exchanges, ${reason}`)
  const printed = values.differences
    ? printDifferences(rules, verdicts)
    : values.json
      ? JSON.stringify(verdicts, null, 1)
      : printReport(verdicts, left, (id) => graphql.has(id))
  process.stdout.write(`${printed}\n`)
  return verdicts.some(({ verdict }) => verdict === 'differ') ? 1 : 0
}

process.exitCode = await main()
