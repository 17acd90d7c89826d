import { expect, it } from 'vitest'
import { decidedUploads } from './decided.js'
import { replayExchanges } from './replay-exchanges.js'
import { openRecordedServer } from './served-documents.js'

it.each(['sqlite', 'postgres'] as const)(
  'recorded requests of files have the responses of Strapi 5, unless another one is decided, on %s',
  async (dialect) => {
    const security = { allowedTypes: ['image/*', 'application/pdf', 'text/plain'], deniedTypes: ['image/svg+xml'] }
    const plugins = {
      'users-permissions': { config: { jwtSecret: 'oracle-jwt-secret' } },
      upload: { config: { security } },
    }
    const server = await openRecordedServer(dialect, {
      'config/plugins.js': `module.exports = ${JSON.stringify(plugins)}`,
    })
    const { compared, different } = await replayExchanges(server, { dialect, file: 'uploads.jsonl' })
    expect([...different].filter(([id]) => !decidedUploads.has(id))).toEqual([])
    expect(compared).toBeGreaterThan(25)
    process.stdout.write(`${dialect}: ${compared - different.size} of ${compared} requests of files are equal\n`)
  },
)
