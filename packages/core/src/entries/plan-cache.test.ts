import { withDocuments } from '@content-api/model'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import { expect, it } from 'vitest'
import { registry, strict, tag } from '../../../server/test/support/plan-context.js'
import { planOne } from '../query/plan.js'
import type { ReadPlan } from '@content-api/engine/plan'
import { sqlite } from '../../../engine/src/dialects/sqlite.js'
import { createLayout } from '../../../engine/src/layout/own-layout.js'
import { statementOf } from '../../../engine/src/read/read.js'
import { unrestricted } from './caller.js'
import { createPlanCache } from './plan-cache.js'
import type { EntryRequest } from './request.js'

const target = { layout: createLayout(registry, 'sqlite'), dialect: sqlite }
const strapi = { dialect: 'sqlite', timeZone: 'UTC' } as const
const plan = planOne(tag, {}, strict)

function request(text: string, key = ''): EntryRequest {
  return { type: tag, query: { text, parameters: () => ({}) }, caller: { ...unrestricted, key } }
}

function planner(made: ReadPlan = plan) {
  let count = 0
  const make = () => {
    count += 1
    return made
  }
  return { make, count: () => count }
}

it('plans a query once for callers with the same rights', () => {
  const cache = createPlanCache(target)
  const { make, count } = planner()
  for (const entryRequest of [
    request('a'),
    request('a'),
    request('a', 'role 1'),
    request('a', 'role 1'),
    request('b'),
  ]) {
    cache('find', entryRequest, make)
  }
  expect(count()).toBe(3)
})

it('plans again for a caller with other rights and for another query', () => {
  const cache = createPlanCache(target)
  const { make, count } = planner()
  for (const entryRequest of [request('b c', 'a'), request('c', 'a b'), request('a b c'), request(' a b c')]) {
    cache('find', entryRequest, make)
    cache('findSingle', entryRequest, make)
  }
  expect(count()).toBe(8)
})

it('prepares one statement for all ids of a type', () => {
  const prepared = createPlanCache(target)('findOne', request(''), () => plan)
  const statements = [7, 8].map((id) => statementOf(prepared, target, id))
  expect(statements.map(({ values }) => values)).toEqual([[7], [8]])
  expect(new Set(statements.map(({ sql }) => sql)).size).toBe(1)
  expect(() => statementOf(prepared, target)).toThrow('pass the id to read()')
})

it('prepares one statement for all documents of a type', () => {
  const documents = withDocuments(registry)
  const byDocument = { ...plan, type: documents.contentType(tag.uid), byId: false, byDocument: true }
  const cache = createPlanCache({ ...target, layout: createStrapiLayout(documents, { ...strapi, version: 5 }) })
  const prepared = cache('findOne', request(''), () => byDocument)
  const statements = ['a7', 'a8'].map((id) => statementOf(prepared, target, id))
  expect(statements.map(({ values }) => values)).toEqual([['a7'], ['a8']])
})

it('charges a cached plan the same cost as a new one', () => {
  const cache = createPlanCache(target)
  const cost = { entries: 3, conditions: 1 }
  const charged: unknown[] = []
  const budget = { spendOnce: (added: unknown) => void charged.push(added), charge: () => undefined }
  cache('find', request('a'), () => ({ ...plan, cost }), budget)
  expect(charged).toEqual([])
  cache('find', request('a'), () => ({ ...plan, cost }), budget)
  expect(charged).toEqual([cost])
})

it('drops the least recently used plans before the cache grows large', () => {
  const cache = createPlanCache(target)
  const { make, count } = planner({ ...plan, output: { kind: 'text', text: 'x'.repeat(100_000) } })
  for (let at = 0; at < 100; at++) cache('find', request(`q${at}`), make)
  cache('find', request('q99'), make)
  expect(count()).toBe(100)
  cache('find', request('q0'), make)
  expect(count()).toBe(101)
})
