import { createRegistry } from '@content-api/model'
import { expect, it } from 'vitest'
import type { Statement } from '../storage/statement.js'
import { unrestricted } from './caller.js'
import { createPlanCache } from './plan-cache.js'
import type { EntryRequest } from './request.js'

const registry = createRegistry({
  contentTypes: { 'api::tag.tag': { info: { singularName: 'tag', pluralName: 'tags' }, attributes: {} } },
})
const type = registry.contentType('api::tag.tag')

function request(text: string, key = ''): EntryRequest {
  return { type, query: { text, parameters: () => ({}) }, caller: { ...unrestricted, key } }
}

function planner(statement: (id: number) => Statement = (id) => ({ sql: 'x', values: [id] })) {
  const planned: number[] = []
  const plan = (id = 0) => {
    planned.push(id)
    return statement(id)
  }
  return { planned, plan }
}

it('plans a query once for callers with the same rights', () => {
  const cache = createPlanCache()
  const { planned, plan } = planner()
  for (const asked of [request('a'), request('a'), request('a', 'role 1'), request('a', 'role 1'), request('b')]) {
    cache.statement('find', asked, () => plan())
  }
  expect(planned).toHaveLength(3)
})

it('never takes one caller or query for another', () => {
  const cache = createPlanCache()
  const { planned, plan } = planner()
  for (const asked of [request('b c', 'a'), request('c', 'a b'), request('a b c'), request(' a b c')]) {
    cache.statement('find', asked, () => plan())
    cache.statement('findSingle', asked, () => plan())
  }
  expect(planned).toHaveLength(8)
})

it('plans the entries of a type once, whatever their ids', () => {
  const cache = createPlanCache()
  const { planned, plan } = planner((id) => ({ sql: 'x', values: ['a', id, 5] }))
  const values = [7, 8, 9].map((id) => cache.statementFor(id, 'findOne', request(''), plan).values)
  expect(values).toEqual([
    ['a', 7, 5],
    ['a', 8, 5],
    ['a', 9, 5],
  ])
  expect(planned).toHaveLength(1)
})

it.each<[string, (id: number) => Statement]>([
  ['nowhere', () => ({ sql: 'x', values: [5] })],
  ['twice', (id) => ({ sql: 'x', values: [id, id] })],
])('plans anew where the id is a parameter %s', (_, statement) => {
  const cache = createPlanCache()
  const { plan } = planner(statement)
  expect(cache.statementFor(7, 'findOne', request(''), plan)).toEqual(statement(7))
  expect(cache.statementFor(8, 'findOne', request(''), plan)).toEqual(statement(8))
})

it('forgets what was not asked for long before it grows large', () => {
  const cache = createPlanCache()
  const { planned, plan } = planner(() => ({ sql: 'x'.repeat(100_000), values: [] }))
  for (let at = 0; at < 100; at++) cache.statement('find', request(`q${at}`), () => plan())
  cache.statement('find', request('q99'), () => plan())
  expect(planned).toHaveLength(100)
  cache.statement('find', request('q0'), () => plan())
  expect(planned).toHaveLength(101)
})
