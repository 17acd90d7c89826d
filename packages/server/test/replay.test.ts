import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { printDifferences } from './replay/differences.js'
import { readExchanges } from './replay/exchange.js'
import { replay } from './replay/replay.js'
import { rules } from './replay/rules.js'
import { isToCome } from './replay/sections-to-come.js'
import type { Verdict } from './replay/verdict.js'
import { databases } from './support/postgres.js'

const exchanges = await readExchanges(fileURLToPath(new URL('oracle/exchanges.jsonl', import.meta.url)))
const held = new Set(exchanges.filter((exchange) => !isToCome(exchange)).map(({ id }) => id))
const repository = new URL('../../../', import.meta.url)

describe.each(await databases())('recorded exchanges on $name', ({ name, connection }) => {
  it('agree, or differ by a decision', { timeout: 120_000 }, async () => {
    const verdicts: Verdict[] = []
    for await (const verdict of replay(exchanges, { connection, rules })) {
      if ('verdict' in verdict && held.has(verdict.id)) verdicts.push(verdict)
    }
    expect(verdicts.filter(({ verdict }) => verdict === 'differ')).toEqual([])
    expect(verdicts.length).toBeGreaterThan(900)
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
