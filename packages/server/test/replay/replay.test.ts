import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { printDifferences } from './differences.js'
import { readExchanges } from './exchange.js'
import { isGraphql } from './graphql-request.js'
import { recordings, shortRecordings } from './recordings.js'
import { replay } from './replay.js'
import { countOtherRules } from './report.js'
import { rules } from './rules.js'
import { topics } from './topics.js'
import type { Verdict } from './verdict.js'
import { projectDifferences } from '../strapi/strapi-project-differences.js'
import { signInDifferences } from '../sign-in-strapi/differences.js'
import { generatedDifferences } from '../strapi-starts/differences.js'
import { newDatabases } from '../../../../tests/support/postgres.js'

const repository = new URL('../../../../', import.meta.url)

/** `pnpm verify:long --only replay` replays all recordings on PostgreSQL, too; `npm test` two of them. */
const isFullRun = process.env['REPLAY'] === 'all'

describe.each(newDatabases)('recorded exchanges on %s', (name, newDatabase) => {
  it('agree, or differ by a rule', async () => {
    const verdicts: Verdict[] = []
    const ofRest: Verdict[] = []
    const notJudged: string[] = []
    const isComplete = isFullRun || name === 'sqlite'
    for (const file of isComplete ? recordings : shortRecordings) {
      const { connection } = await newDatabase()
      const exchanges = await readExchanges(file)
      const rest = new Set(exchanges.filter((exchange) => !isGraphql(exchange)).map(({ id }) => id))
      const found: Verdict[] = []
      for await (const verdict of replay(exchanges, { connection, rules })) {
        if ('verdict' in verdict) found.push(verdict)
        else notJudged.push(verdict.id)
      }
      ofRest.push(...found.filter(({ id }) => rest.has(id)))
      verdicts.push(...found)
    }
    expect(verdicts.filter(({ verdict }) => verdict === 'differ')).toEqual([])
    expect(notJudged).toEqual([])
    expect(verdicts.length).toBeGreaterThan(isComplete ? 2_100 : 300)
    if (!isComplete) return
    expectFewOtherRules(ofRest)
    // Both databases return the same responses, so one list of differences describes both.
    const document = readFileSync(new URL('docs/differences.md', repository), 'utf8')
    expect(document, `docs/differences.md is not what \`pnpm replay --differences\` prints on ${name}`).toBe(
      `${printDifferences(rules, verdicts)}\n`,
    )
  })
})

/** Few exchanges may differ by rules other than the one for `meta` of entries. */
function expectFewOtherRules(verdicts: readonly Verdict[]): void {
  const { count, of } = countOtherRules(verdicts)
  expect(count / of).toBeLessThanOrEqual(0.16)
}

it('every rule has a title in one topic', () => {
  const titled = topics.flatMap(([, titles]) => Object.keys(titles))
  const named = new Set(
    [...rules, ...signInDifferences, ...projectDifferences, ...generatedDifferences].map(({ name }) => name),
  )
  expect(titled.toSorted()).toEqual([...named].toSorted())
})
