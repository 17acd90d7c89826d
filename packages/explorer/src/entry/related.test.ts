import type { Attribute } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { moved, type Related, relatedInput } from './related.js'

const of = (...ids: number[]): Related[] => ids.map((id) => ({ id }))
const toOne: Attribute = { type: 'relation', relation: 'manyToOne', target: 'api::author.author' }
const toMany: Attribute = { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' }
const images: Attribute = { type: 'media', multiple: true, allowedTypes: ['images'] }
const image: Attribute = { ...images, multiple: false }
const anyOne: Attribute = { type: 'relation', relation: 'morphToOne' }
const anyMany: Attribute = { type: 'relation', relation: 'morphToMany' }

const update = (attribute: Attribute, before: Related[], after: Related[]) =>
  relatedInput(attribute, before, after, { fresh: false })

describe('the related entries in a body', () => {
  it('contain only the changes of a relation to many, so that entries that others add stay', () => {
    expect(update(toMany, of(1, 2), of(1, 2, 3))).toEqual({ connect: [{ id: 3, position: { after: 2 } }] })
    expect(update(toMany, of(1, 2), of(2))).toEqual({ disconnect: [1] })
    expect(update(toMany, of(1, 2, 3), of(3, 1, 2))).toEqual({ connect: [{ id: 3, position: { start: true } }] })
    expect(update(toMany, of(1), of(2))).toEqual({
      connect: [{ id: 2, position: { start: true } }],
      disconnect: [1],
    })
  })

  it('are a list of all ids for a new entry', () => {
    expect(relatedInput(toMany, [], of(3, 1), { fresh: true })).toEqual([3, 1])
  })

  it('are an id or null for a relation to one', () => {
    expect(update(toOne, of(1), of(2))).toBe(2)
    expect(update(toOne, of(1), [])).toBeNull()
  })

  it('contain all files of a media attribute', () => {
    expect(update(images, of(1, 2), of(2, 3))).toEqual([2, 3])
    expect(update(images, of(1), [])).toEqual([])
    expect(update(image, of(1), of(4))).toBe(4)
    expect(update(image, of(1), [])).toBeNull()
  })

  it('contain the type for a polymorphic relation', () => {
    const article = { id: 7, type: 'api::article.article' }
    const tag = { id: 7, type: 'api::tag.tag' }
    expect(update(anyMany, [article], [tag, article])).toEqual([
      { id: 7, __type: 'api::tag.tag' },
      { id: 7, __type: 'api::article.article' },
    ])
    expect(update(anyOne, [], [tag])).toEqual({ id: 7, __type: 'api::tag.tag' })
    expect(update(anyOne, [tag], [])).toBeNull()
  })
})

it('moves an entry within its list', () => {
  expect(moved(of(1, 2, 3), 2, -1)).toEqual(of(1, 3, 2))
  expect(moved(of(1, 2, 3), 0, 1)).toEqual(of(2, 1, 3))
  expect(moved(of(1, 2), 0, -1)).toEqual(of(1, 2))
  expect(moved(of(1, 2), 1, 1)).toEqual(of(1, 2))
})
