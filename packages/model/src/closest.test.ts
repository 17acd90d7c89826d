import { describe, expect, it } from 'vitest'
import { closest } from './closest.js'

describe('closest', () => {
  it.each([
    ['titel', ['title', 'slug', 'body'], 'title'],
    ['nmae', ['area', 'name'], 'name'],
    ['maxLenght', ['minLength', 'maxLength', 'max'], 'maxLength'],
    ['String', ['string', 'text'], 'string'],
    ['draft_and_publish', ['draftAndPublish', 'timestamps'], 'draftAndPublish'],
    ['desc', ['description', 'title'], 'description'],
    ['menu item', ['menu-items', 'menu-item'], 'menu-item'],
  ])('suggests a name for %s', (name, candidates, meant) => {
    expect(closest(name, candidates)).toBe(meant)
  })

  it.each([
    ['x', ['y']],
    ['', ['a']],
    ['nope', ['title', 'slug']],
    ['pub', ['publishedAt', 'publishDate']],
    ['title', []],
    ['title', ['title']],
  ])('suggests nothing for %j among %j', (name, candidates) => {
    expect(closest(name, candidates)).toBeUndefined()
  })

  it('does not compare very long names', () => {
    expect(closest('a'.repeat(101), ['a'.repeat(100)])).toBeUndefined()
  })

  it('takes the nearest of several', () => {
    expect(closest('categores', ['categorised', 'categories'])).toBe('categories')
  })
})
