import { describe, expect, it } from 'vitest'
import { article, lenient, tag } from '../../../test/support/plan-context.js'
import { parseQueryString } from '../../message/query-string.js'
import { planList, planOne } from '../../query/plan.js'
import type { PlanContext } from '../../query/plan-context.js'
import type { DifferenceContext } from './difference-context.js'
import { findDifference } from './find-difference.js'

const raw = (query: string) => parseQueryString(query, { parameters: 1000, arrayItems: 1000 })
const sqlite: DifferenceContext = { dialect: 'sqlite', interface: 'rest' }
const context: PlanContext = { ...lenient, asStrapi: { dialect: 'sqlite', timeZone: 'UTC' } }

/** Returns the reason to forward a list, or the error of its plan; empty if it is served. */
function listDifference(query: string, type = tag): string {
  try {
    return findDifference(planList(type, raw(query), context), sqlite)?.message ?? ''
  } catch (error) {
    return String(error)
  }
}

describe('findDifference', () => {
  it.each([
    ['filters[articles][$not][title]=a', 'ValidationError: Strapi may read these filters'],
    ['sort=articles.title', 'The query sorts by a path through articles (relation)'],
    ['populate[articles][limit]=1', 'The query limits the rows of articles in a list'],
    ['populate=articles.*', 'ValidationError: Strapi may read populate'],
  ])('decides a list of tags with %s', (query, expected) => {
    expect(listDifference(query)).toContain(expected)
  })

  it.each([
    '',
    'filters[articles][title][$not][$eq]=a',
    'filters[name][$contains]=a',
    'filters[$or][0][id][$gt]=1&filters[$or][1][name][$null]=true&sort=name:desc',
  ])('serves a list with the query %j', (query) => {
    expect(listDifference(query)).toBe('')
  })

  it('serves entries by id, with drafts', () => {
    const plan = planOne(article, raw('populate=category'), context)
    expect(plan.publicationState).toBe('preview')
    expect(findDifference(plan, sqlite)).toBeNull()
  })
})
