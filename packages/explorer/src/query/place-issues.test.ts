import { describe, expect, it } from 'vitest'
import { article as baseArticle, modelOf } from '../../test/article.js'
import { indexModel } from '../model/model-index.js'
import type { ExplorerAttribute, ExplorerType } from '../protocol.js'
import type { Failure } from '../transport/response.js'
import { condition, group } from './filter-tree.js'
import { placeIssues, placePartIssue } from './place-issues.js'

const attribute = (name: string): ExplorerAttribute => ({
  name,
  type: 'string',
  readable: true,
  writable: true,
  sortable: true,
  operators: ['$eq'],
  options: { type: 'string' },
})

const article: ExplorerType = { ...baseArticle, attributes: ['id', 'title', 'rating', 'day'].map(attribute) }
const model = indexModel(modelOf(article))

const failure = (message: string, issues: Failure['issues'] = [], status = 400): Failure => ({
  status,
  kind: 'ValidationError',
  message,
  issues,
  requestId: null,
})

const title = condition(['title'], '$eq', 'x')
const rating = condition(['rating'], '$gt', 'y')
const secondRating = condition(['rating'], '$lt', 'z')
const tree = group('all', [title, group('any', [rating, secondRating])])
const placed = (of: Failure) => [...placeIssues(of, tree, article, model)]

describe('an error about a condition', () => {
  it('is assigned to a condition if its message names no other', () => {
    const message = 'rating must be compared with a number, not with "z"'
    expect(placed(failure(message))).toEqual([[secondRating.key, message]])
    expect(placed(failure('Invalid parameter title: it must be …'))).toEqual([
      [title.key, 'Invalid parameter title: it must be …'],
    ])
  })

  it('is not assigned if its message fits several conditions or none', () => {
    expect(placed(failure('rating must be compared with a number'))).toEqual([])
    expect(placed(failure('Invalid parameter foo'))).toEqual([])
    expect(placed(failure('title is wrong', [], 500))).toEqual([])
  })

  it('is assigned by the path of its issue', () => {
    const path = ['filters', '$or', '1', 'rating', '$lt']
    expect(placed(failure('1 error', [{ path, message: 'no number' }]))).toEqual([[secondRating.key, 'no number']])
  })
})

it('an error about sort, populate or fields is assigned to that part', () => {
  const place = (message: string) =>
    ['sort', 'populate', 'fields'].filter((part) =>
      placePartIssue(
        failure(message),
        part,
        { sort: ['nix:desc'], populate: { author: 'true' }, fields: ['title'] }[part],
      ),
    )
  expect(place('Invalid parameter nix')).toEqual(['sort'])
  expect(place('Invalid parameter author. Did you mean authors?')).toEqual(['populate'])
  expect(place("Invalid 'page' parameter. Expected an integer > 0, received: x")).toEqual([])
})
