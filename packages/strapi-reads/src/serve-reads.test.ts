import { ApiError } from '@content-api/engine/errors'
import { expect, it } from 'vitest'
import { article, lenient } from '../../server/test/support/plan-context.js'
import { type HttpRequest, jsonResponse } from '@content-api/core/message/message'
import { parseQueryString } from '@content-api/core/message/query-string'
import { planList } from '@content-api/core/query/plan'
import { planDocuments } from './rest5/plan-documents.js'
import { ReadRecords } from './judged-reads.js'
import { strapiRules } from './rules/strapi-rules.js'
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

/** Serves a list of articles, with the rules and parameters of a version of Strapi. */
function list(version: 4 | 5, query: string) {
  const raw = parseQueryString(query, { parameters: 10, arrayItems: 10 })
  const context = { ...lenient, reading: strapiRules({ dialect: 'postgres', timeZone: 'UTC', version }) }
  const planOf = version === 5 ? planDocuments : planList
  const handlers = [async () => jsonResponse(planOf(article, raw, context).type.uid)]
  return serveReads({ handlers, records: new ReadRecords(), report: fail })({} as HttpRequest)
}

const fail = (error: unknown) => {
  throw error
}

it.each([
  [4, 'sort=title%20asc', 'has spaces in sort'],
  [4, 'filters[views][$contains]=1', 'has a filter on views (biginteger) that is not text'],
  [4, 'filters[category][$not][name]=a', 'negates the filter of a relation'],
  [4, 'populate[cover][count]=true', 'has populate[cover][count]'],
  [5, 'status=unknown', 'has no known status'],
  [5, 'filters[views][$contains]=1', 'has a filter on views (biginteger) that is not text'],
  [5, 'populate[0]=unknown', "populates unknown, which isn't a relation of api::article.article"],
] as const)('counts a query that Strapi %i reads in another way by its part: %s', async (version, query, what) => {
  const reason = { kind: 'construct', message: `The query ${what}` }
  expect(await list(version, query)).toEqual({ kind: 'forwarded', reason })
})

it.each([4, 5] as const)('counts a query that Strapi %i rejects by its status', async (version) => {
  expect(await list(version, 'filters[unknown]=1')).toMatchObject({ kind: 'forwarded', reason: { kind: 'status' } })
})
