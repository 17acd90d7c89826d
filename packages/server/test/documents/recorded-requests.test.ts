import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decidedExchanges, headings } from './decided.js'
import { replayExchanges } from './replay-exchanges.js'
import { openRecordedServer } from './served-documents.js'

it.each(['sqlite', 'postgres'] as const)(
  'recorded requests have the responses of Strapi 5, unless another one is decided, on %s',
  async (dialect) => {
    const { compared, different } = await replayExchanges(await openRecordedServer(dialect), { dialect })
    const decided = new Set(decidedExchanges(dialect))
    expect([...different].filter(([id]) => !decided.has(id))).toEqual([])
    expect([...decided].filter((id) => !different.has(id))).toEqual([])
    expect(compared).toBeGreaterThan(950)
    const equal = compared - different.size
    const graphql = [...different.keys()].filter((id) => id.includes('gql')).length
    process.stdout.write(
      `${dialect}: ${equal} of ${compared} recorded requests of Strapi 5 have its response, ${graphql} of the others are of GraphQL\n`,
    )
  },
)

it('docs/differences-5.md explains each difference', () => {
  const page = readFileSync(new URL('../../../../docs/differences-5.md', import.meta.url), 'utf8')
  for (const heading of headings) expect(page).toContain(`## ${heading}\n`)
})
