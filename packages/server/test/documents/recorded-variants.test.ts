import { expect, it } from 'vitest'
import { decidedVariants } from './decided.js'
import { replayExchanges } from './replay-exchanges.js'
import { openRecordedServer } from './served-documents.js'

/** The configurations of the recorded project, by the beginning of the ids of requests to it. */
const configurations = {
  lenient: `{ rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }`,
  'rest-max5': `{ rest: { defaultLimit: 3, maxLimit: 5, withCount: true, strictParams: true }, documents: { strictParams: true } }`,
  'rest-noconfig': `{}`,
  'rest-nocount': `{ rest: { defaultLimit: 25, maxLimit: 100, withCount: false, strictParams: true } }`,
}

it.each(Object.entries(configurations))(
  'recorded requests have the responses of Strapi 5 with %s',
  async (name, api) => {
    const files = { 'config/api.js': `module.exports = ${api}` }
    const server = await openRecordedServer('sqlite', files)
    const options = {
      dialect: 'sqlite',
      file: 'variants.jsonl',
      accepts: (id: string) => id.startsWith(`${name}.`),
    } as const
    const { compared, different } = await replayExchanges(server, options)
    expect(compared).toBeGreaterThan(2)
    expect([...different].filter(([id]) => !decidedVariants.includes(id))).toEqual([])
  },
)
