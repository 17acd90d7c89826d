import { expect, it } from 'vitest'
import { shapeOfPlan } from './plan-shape.js'
import type { Condition, Output, ReadPlan } from './read-plan.js'

const type = { uid: 'api::article.article' } as ReadPlan['type']

function planOf(levels: number): ReadPlan {
  let filters = { op: 'value', name: 'title', operator: '$eq' } as Condition
  let output = { kind: 'object', members: [] } as unknown as Output
  for (let level = 0; level < levels; level++) {
    filters = { op: 'link', name: 'author', where: filters } as unknown as Condition
    output = { kind: 'linked', rows: { name: 'author' }, members: [{ value: output }] } as unknown as Output
  }
  return { type, mode: 'many', filters, sort: [], pagination: null, output } as unknown as ReadPlan
}

it('describes filters and populate by their names', () => {
  const { filters, populate } = shapeOfPlan(planOf(2))
  expect(filters).toBe('author(author(title $eq))')
  expect(populate).toBe('author(author)')
})

it('shortens plans of any depth', () => {
  const { filters, populate } = shapeOfPlan(planOf(100_000))
  expect(filters).toMatch(/^author\(author\(.*…\)+$/)
  expect(populate).toMatch(/^author\(author\(.*…\)+$/)
  expect(Math.max(filters?.length ?? 0, populate?.length ?? 0)).toBeLessThan(502)
})
