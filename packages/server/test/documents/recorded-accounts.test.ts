import { expect, it } from 'vitest'
import { decidedAccounts } from './decided.js'
import { replayExchanges } from './replay-exchanges.js'
import { openRecordedServer } from './served-documents.js'

const dialects = ['sqlite', 'postgres'] as const

it.each(dialects)(
  'recorded requests of users have the responses of Strapi 5, unless another one is decided, on %s',
  async (dialect) => {
    const server = await openRecordedServer(dialect)
    const { compared, different } = await replayExchanges(server, { dialect, file: 'accounts.jsonl' })
    expect([...different].filter(([id]) => !decidedAccounts.has(id))).toEqual([])
    expect(compared).toBeGreaterThan(70)
    process.stdout.write(`${dialect}: ${compared - different.size} of ${compared} requests of users are equal\n`)
  },
)

const refresh = { jwtManagement: 'refresh', ratelimit: { max: 100 } }

/** The configurations of users & permissions, by the beginning of the ids of requests to them. */
const configurations = {
  refresh,
  'refresh-httponly': { ...refresh, sessions: { httpOnly: true } },
  'no-ratelimit': { ratelimit: { enabled: false } },
  'register-fields': { register: { allowedFields: ['confirmed', 'provider'] } },
}

it.each(
  Object.entries(configurations).flatMap(([name, config]) => dialects.map((dialect) => ({ name, config, dialect }))),
)(
  'recorded requests of users have the responses of Strapi 5 with $name, on $dialect',
  async ({ name, config, dialect }) => {
    const plugin = { config: { jwtSecret: 'oracle-jwt-secret', ...config } }
    const files = { 'config/plugins.js': `module.exports = ${JSON.stringify({ 'users-permissions': plugin })}` }
    const server = await openRecordedServer(dialect, files)
    const { compared, different } = await replayExchanges(server, {
      dialect,
      file: 'account-variants.jsonl',
      accepts: (id) => id.startsWith(`${name}.`),
    })
    expect([...different].filter(([id]) => !decidedAccounts.has(id))).toEqual([])
    expect(compared).toBeGreaterThan(1)
  },
)
