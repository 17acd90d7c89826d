import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QueryObject, QueryValue } from '../state/query.js'
import { changeNode, condition, group, readFilters, writeFilters } from './filter-tree.js'

const written = (filters: QueryObject) => writeFilters(readFilters(filters))

describe('filters that were read and written', () => {
  it.each<[QueryObject, QueryObject]>([
    [{ title: 'x' }, { title: { $eq: 'x' } }],
    [{ id: ['1', '2'] }, { id: { $in: ['1', '2'] } }],
    [{ title: { $eq: 'x', $ne: 'y' } }, { title: { $eq: 'x', $ne: 'y' } }],
    [{ author: { name: 'A', city: 'B' } }, { author: { name: { $eq: 'A' }, city: { $eq: 'B' } } }],
    [
      { $and: [{ author: { name: 'A' } }, { author: { city: 'B' } }] },
      { $and: [{ author: { name: { $eq: 'A' } } }, { author: { city: { $eq: 'B' } } }] },
    ],
    [{ $and: [{ title: 'x' }, { slug: 'y' }] }, { title: { $eq: 'x' }, slug: { $eq: 'y' } }],
    [{ $or: [{ a: '1', b: '2' }, { c: '3' }] }, { $or: [{ a: { $eq: '1' }, b: { $eq: '2' } }, { c: { $eq: '3' } }] }],
    [{ $not: { author: { name: 'A' } } }, { $not: { author: { name: { $eq: 'A' } } } }],
    [{ author: { $not: { name: 'A' } } }, { author: { $not: { name: { $eq: 'A' } } } }],
    [{ title: { $not: { $eq: 'x' } } }, { title: { $not: { $eq: 'x' } } }],
    [
      { author: { $or: [{ name: 'A' }, { id: '1' }] } },
      { author: { $or: [{ name: { $eq: 'A' } }, { id: { $eq: '1' } }] } },
    ],
  ])('%j', (filters, expected) => {
    expect(written(filters)).toEqual(expected)
    expect(written(expected)).toEqual(expected)
  })

  it('stay the same when they are read and written again, so that an editor doesn’t replace its own output', () => {
    const name = fc.constantFrom('title', 'author', 'tags', 'id')
    const operator = fc.constantFrom('$eq', '$ne', '$contains', '$gt')
    const { filters } = fc.letrec<{ filters: QueryValue }>((tie) => ({
      filters: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        fc.dictionary(name, fc.dictionary(operator, fc.string(), { minKeys: 1 }), { minKeys: 1, maxKeys: 3 }),
        fc.dictionary(name, tie('filters'), { minKeys: 1, maxKeys: 2 }),
        fc.record({ $or: fc.array(tie('filters'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ $and: fc.array(tie('filters'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ $not: tie('filters') }),
        fc.record({ $or: fc.array(tie('filters'), { minLength: 1, maxLength: 2 }), title: fc.string() }),
      ),
    }))
    fc.assert(
      fc.property(filters, (value) => {
        const once = written(value as QueryObject)
        const twice = written(once as QueryObject)
        expect(written(twice as QueryObject)).toEqual(twice)
      }),
      { numRuns: 200, seed: 22 },
    )
  })
})

describe('conditions', () => {
  it('without a value are left out, like groups without conditions', () => {
    const open = condition(['title'], '$eq', null)
    expect(writeFilters(group('all', [open, group('any', [])]))).toBeUndefined()
    expect(writeFilters(group('all', [open, condition(['slug'], '$eq', '')]))).toEqual({ slug: { $eq: '' } })
  })

  it('over the same link stay separate: they may match different rows', () => {
    const tree = group('all', [condition(['tags', 'name'], '$eq', 'a'), condition(['tags', 'name'], '$ne', 'b')])
    expect(writeFilters(tree)).toEqual({ $and: [{ tags: { name: { $eq: 'a' } } }, { tags: { name: { $ne: 'b' } } }] })
  })

  it('can be removed at any depth', () => {
    const inner = condition(['a'], '$eq', '1')
    const tree = group('any', [condition(['b'], '$eq', '2'), group('not', [inner])])
    expect(writeFilters(changeNode(tree, inner.key, () => null))).toEqual({ $or: [{ b: { $eq: '2' } }] })
    expect(writeFilters(changeNode(tree, tree.key, () => null))).toBeUndefined()
  })
})
