import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decidedExchanges, headings } from './decided.js'
import { replayExchanges, replayShuffledReads } from './replay-exchanges.js'
import { openRecordedServer } from './served-documents.js'

const shuffleSeed = 77

it.each(['sqlite', 'postgres'] as const)(
  'recorded requests have the responses of Strapi 5, unless another one is decided, on %s',
  async (dialect) => {
    const server = await openRecordedServer(dialect)
    const decided = new Set(decidedExchanges(dialect))
    const shuffled = await replayShuffledReads(server, dialect, shuffleSeed)
    expect([...shuffled.different].filter(([id]) => !decided.has(id))).toEqual([])
    expect(shuffled.compared).toBeGreaterThan(440)
    const { compared, different, failedInStrapi } = await replayExchanges(server, { dialect })
    expect([...different].filter(([id]) => !decided.has(id))).toEqual([])
    expect([...decided].filter((id) => !different.has(id))).toEqual([])
    expect(compared).toBeGreaterThan(950)
    const graphql = [...different.keys()].filter((id) => id.includes('gql')).length
    expect(different.size - graphql).toBeLessThanOrEqual(40)
    process.stdout.write(
      `${dialect}: ${compared} recorded requests of Strapi 5, ${failedInStrapi} of which fail there with 500; ` +
        `${different.size - graphql} of REST and ${graphql} of GraphQL have another response by decision; ` +
        `${shuffled.compared} reads also shuffled, seed ${shuffleSeed}\n`,
    )
  },
)

it('docs/differences-5.md explains each difference', () => {
  const page = readFileSync(new URL('../../../../docs/differences-5.md', import.meta.url), 'utf8')
  for (const heading of headings) expect(page).toContain(`## ${heading}\n`)
})
