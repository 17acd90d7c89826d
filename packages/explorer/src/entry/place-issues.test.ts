import { expect, it } from 'vitest'
import { firstWithIssue, pathText, placeIssues } from './place-issues.js'

const fields = ['title', 'seo', 'links', 'tags']

it('assigns each issue to the field at the beginning of its path', () => {
  const placed = placeIssues(
    [
      { path: ['links', '0', 'label'], message: 'links[0].label must be defined.' },
      { path: ['tags', 'connect', '1'], message: 'not an entry' },
      { path: ['links', '2'], message: 'must be an object' },
      { path: ['publishedAt'], message: 'no such time' },
      { path: [], message: 'and 3 more' },
    ],
    fields,
  )
  expect(placed.byField).toEqual({
    links: [
      { path: ['0', 'label'], message: 'links[0].label must be defined.' },
      { path: ['2'], message: 'must be an object' },
    ],
    tags: [{ path: ['connect', '1'], message: 'not an entry' }],
  })
  expect(placed.rest.map(({ message }) => message)).toEqual(['no such time', 'and 3 more'])
})

it('finds the first field with an issue, in the order of the form', () => {
  const placed = placeIssues(
    [
      { path: ['tags'], message: 'a' },
      { path: ['title'], message: 'b' },
    ],
    fields,
  )
  expect(firstWithIssue(placed, fields)).toBe('title')
  expect(firstWithIssue(placeIssues([{ path: [], message: 'c' }], fields), fields)).toBeUndefined()
})

it('does not mistake a property of Object for a field', () => {
  expect(placeIssues([{ path: ['constructor'], message: 'unknown' }], fields).rest).toHaveLength(1)
  expect(firstWithIssue(placeIssues([], fields), ['constructor'])).toBeUndefined()
})

it('formats a path for people', () => {
  expect(pathText(['0', 'links', 2, 'label'])).toBe('[0].links[2].label')
})
