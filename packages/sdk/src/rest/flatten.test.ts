import { describe, expect, it } from 'vitest'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { flattenEntries } from './flatten.js'

const entry = (attributes: object) => ({ id: 1, attributes })

describe('the components of a zone with queries of their own', () => {
  const query = { populate: { zone: { on: { 'a.quote': { populate: ['by'] } } } } }

  it('are flattened by those queries', () => {
    const zone = [
      { id: 1, __component: 'a.quote', by: { data: { id: 2, attributes: { name: 'Ada' } } } },
      { id: 2, __component: 'toString', by: { data: null } },
    ]
    expect(flattenEntries(entry({ zone }), query)).toEqual({
      id: 1,
      zone: [{ id: 1, __component: 'a.quote', by: { id: 2, name: 'Ada' } }, zone[1]],
    })
  })

  it.each([{ toString: 1 }, undefined, null, 7])('must not have the name %j', (__component) => {
    expect(() => flattenEntries(entry({ zone: [{ id: 1, __component }] }), query)).toThrow(ResponseShapeError)
  })
})

it('flattens links when the populate list contains an asterisk', () => {
  expect(flattenEntries(entry({ author: { data: null } }), { populate: ['*'] })).toEqual({ id: 1, author: null })
})
