import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { multipart } from '../support/multipart.js'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { amount, projectFolder, type ServiceProcess, startService } from './service-process.js'

const bodyLimit = 1_048_576
const sizeLimit = 4_000_000
/** The size of a decompressed body in megabytes; a thousand in the long run. */
const bombMegabytes = amount('BOMB_MEGABYTES', 100)
const rounds = amount('BIG_ROUNDS', 2)

const json = { 'content-type': 'application/json' }

/**
 * Sends a body. The response may arrive before the whole body is sent; the connection then breaks, which is
 * not a failure.
 */
function send({ url }: ServiceProcess, path: string, headers: Record<string, string>, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let status: number | undefined
    const sent = request(url + path, { method: 'POST', headers, agent: false }, (response) => {
      status = response.statusCode ?? 0
      response.resume()
      response.on('end', () => resolve(status as number))
      response.on('error', () => resolve(status as number))
    })
    sent.on('error', (error) => (status === undefined ? reject(error) : resolve(status)))
    sent.end(body)
  })
}

function createAttacks(): [what: string, path: string, headers: Record<string, string>, body: Buffer][] {
  const bomb = gzipSync(Buffer.alloc(bombMegabytes * 1_000_000))
  const tooLong = Buffer.alloc(bodyLimit + 1, 'x')
  const parts = multipart(
    Array.from({ length: 1_000 }, (_, index) => ({ name: 'files', filename: `${index}.txt`, value: 'x' })),
  )
  const file = multipart([{ name: 'files', filename: 'big.txt', value: Buffer.alloc(sizeLimit + 1, 'x') }])
  const field = multipart([{ name: 'fileInfo', value: Buffer.alloc(bodyLimit + 1, 'x') }])
  const form = (contentType: string) => ({ 'content-type': contentType })
  return [
    ['one byte over the limit', '/api/tags', json, tooLong],
    ['one byte over the limit without a length', '/api/tags', { ...json, 'transfer-encoding': 'chunked' }, tooLong],
    ['a gzip bomb', '/api/tags', { ...json, 'content-encoding': 'gzip' }, bomb],
    ['a gzip bomb for GraphQL', '/graphql', { ...json, 'content-encoding': 'gzip' }, bomb],
    ['1,000 parts', '/api/upload', form(parts.contentType), parts.body],
    ['a file one byte over the limit', '/api/upload', form(file.contentType), file.body],
    ['a field one byte over the limit', '/api/upload', form(field.contentType), field.body],
  ]
}

const attacks = createAttacks()

// The server rejects these bodies before it uses the database.
it('input over a limit gets 413, and uses less than 50 MB of memory (R9)', async () => {
  const project = projectFolder({ upload: { sizeLimit } })
  const service = await startService(project, sqliteDatabase().connection, { probed: true })
  // Load modules before the measurement, because their memory isn't caused by the attack.
  await send(service, '/api/tags', json, Buffer.from('{"data":{"name":"warm"}}'))
  await send(service, '/graphql', json, Buffer.from('{"query":"{__typename}"}'))
  await send(service, '/api/upload', { 'content-type': 'multipart/form-data; boundary=x' }, Buffer.from('--x--\r\n'))
  const before = await service.memory()
  for (let round = 0; round < rounds; round++) {
    for (const [what, path, headers, body] of attacks) {
      expect([what, await send(service, path, headers, body)]).toEqual([what, 413])
    }
  }
  const after = await service.memory()
  const grown = (after.maxRss - before.rss) / 1e6
  process.stdout.write(`${rounds} × 7 bodies too big, at most ${grown.toFixed(0)} MB more\n`)
  expect(grown).toBeLessThan(50)
  expect((await service.ask('GET /api/tags')).status).toBe(200)
})
