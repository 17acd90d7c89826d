import { ApiError } from '@content-api/engine/errors'
import { expect, it } from 'vitest'
import type { HttpRequest } from '../message/message.js'
import { ReadRecords } from './judged-reads.js'
import { serveReads } from './serve-reads.js'

/** Serves a read that fails with an error of the database. */
function serve(cause: Error) {
  const error = Object.assign(new ApiError('ServiceUnavailableError'), { cause })
  const handlers = [() => Promise.reject(error)]
  return serveReads({ handlers, records: new ReadRecords(), report: () => undefined })({} as HttpRequest)
}

it('distinguishes a busy database, whose reads Strapi might do, from one that is away', async () => {
  const waited = Object.assign(new Error('timeout'), { name: 'SequelizeConnectionAcquireTimeoutError' })
  expect(await serve(waited)).toMatchObject({ kind: 'unavailable', isBusy: true })
  const away = Object.assign(new Error('refused'), { name: 'SequelizeConnectionRefusedError' })
  expect(await serve(away)).toMatchObject({ kind: 'unavailable', isBusy: false })
})
