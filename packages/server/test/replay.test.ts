import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { printDifferences } from './replay/differences.js'
import { readExchanges } from './replay/exchange.js'
import { recordings } from './replay/recordings.js'
import { replay } from './replay/replay.js'
import { rules } from './replay/rules.js'
import type { Verdict } from './replay/verdict.js'
import { newDatabases } from './support/postgres.js'

const repository = new URL('../../../', import.meta.url)

describe.each(newDatabases)('recorded exchanges on %s', (name, newDatabase) => {
  it('agree, or differ by a decision', { timeout: 600_000 }, async () => {
    const verdicts: Verdict[] = []
    const notJudged: string[] = []
    for (const file of recordings) {
      const { connection } = await newDatabase()
      for await (const verdict of replay(await readExchanges(file), { connection, rules })) {
        if ('verdict' in verdict) verdicts.push(verdict)
        else notJudged.push(verdict.id)
      }
    }
    expect(verdicts.filter(({ verdict }) => verdict === 'differ')).toEqual([])
    expect(notJudged).toEqual([])
    expect(verdicts.length).toBeGreaterThan(1_400)
    // PostgreSQL gives the same answers, so that one list of differences tells of both.
    const document = readFileSync(new URL('docs/differences.md', repository), 'utf8')
    expect(document, `docs/differences.md is not what \`pnpm replay --differences\` prints on ${name}`).toBe(
      `${printDifferences(rules, verdicts)}\n`,
    )
  })
})

it('every rule names a decision that is written down', () => {
  const missing = rules.filter(({ name }) => !existsSync(new URL(`decisions/${name}.md`, repository)))
  expect(missing.map(({ name }) => name)).toEqual([])
})
