import { describe, expect, it } from 'vitest'
import { article, lenient, specimen, tag } from '../../../test/support/plan-context.js'
import { parseQueryString } from '../../message/query-string.js'
import { planList, planOne } from '../../query/plan.js'
import type { DifferenceContext } from './difference-context.js'
import { findDifference } from './find-difference.js'

const raw = (query: string) => parseQueryString(query, { parameters: 1000, arrayItems: 1000 })
const sqlite: DifferenceContext = { dialect: 'sqlite', interface: 'rest' }

const listDifference = (query: string, type = tag, context = sqlite) =>
  findDifference(planList(type, raw(query), lenient), context)?.message ?? null

describe('findDifference', () => {
  it.each([
    ['filters[name][$contains]=a', 'The query compares name (string) by $contains'],
    ['filters[$not][name][$contains]=a', 'The query compares name (string) by $contains'],
  ])('forwards a list with %s', (query, message) => {
    expect(listDifference(query)).toBe(message)
  })

  it.each(['', 'filters[name][$eq]=a', 'filters[$or][0][id][$gt]=1&filters[$or][1][name][$null]=true&sort=name:desc'])(
    'serves a list with the query %j',
    (query) => {
      expect(listDifference(query)).toBeNull()
    },
  )

  it('forwards entries by id if they may be drafts', () => {
    const of = (type: typeof article) => findDifference(planOne(type, {}, lenient), sqlite)
    expect(of(article)).toEqual({
      kind: 'construct',
      message: 'The query reads an entry of api::article.article by its id, which may be a draft',
    })
    expect(of(tag)).toBeNull()
  })

  it('forwards bigintegers on SQLite, which Strapi rounds', () => {
    expect(listDifference('', specimen)).toMatch(/^The query shows \w+, which is a biginteger$/)
  })
})
