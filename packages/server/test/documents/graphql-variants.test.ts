import { expect, it } from 'vitest'
import { decidedVariants } from './decided.js'
import { replayExchanges } from './replay-exchanges.js'
import { openRecordedServer } from './served-documents.js'

const plugins = (graphql: object, users: object = { jwtManagement: 'legacy-support' }) => `module.exports = {
  'users-permissions': { config: { jwtSecret: 'oracle-jwt-secret', ...${JSON.stringify(users)} } },
  graphql: { config: ${JSON.stringify(graphql)} },
}`

const refresh = { jwtManagement: 'refresh', ratelimit: { max: 100 } }

/** The configurations of the recorded project, by the beginning of the ids of requests to it. */
const configurations = {
  'gql-v4': { 'config/plugins.js': plugins({ v4CompatibilityMode: true }) },
  'gql-limits': { 'config/plugins.js': plugins({ defaultLimit: 3, maxLimit: 5, depthLimit: 5 }) },
  lenient: { 'config/api.js': `module.exports = { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }` },
  'rest-nocount': {
    'config/api.js': `module.exports = { rest: { defaultLimit: 25, maxLimit: 100, withCount: false, strictParams: true } }`,
  },
  production: {},
  refresh: { 'config/plugins.js': plugins({}, refresh) },
  'refresh-httponly': { 'config/plugins.js': plugins({}, { ...refresh, sessions: { httpOnly: true } }) },
  'no-ratelimit': { 'config/plugins.js': plugins({}, { ratelimit: { enabled: false } }) },
}

it.each(Object.entries(configurations))(
  'recorded requests of GraphQL have the responses of Strapi 5 with %s',
  async (name, files) => {
    const server = await openRecordedServer('sqlite', files, { development: name !== 'production' })
    const { compared, different } = await replayExchanges(server, {
      dialect: 'sqlite',
      file: 'graphql-variants.jsonl',
      accepts: (id) => id.startsWith(`${name}.`),
    })
    expect(compared).toBeGreaterThan(0)
    expect([...different].filter(([id]) => !decidedVariants.includes(id))).toEqual([])
  },
)
