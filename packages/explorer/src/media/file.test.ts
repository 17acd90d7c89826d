import type { MediaKind } from '@content-api/model'
import { stringify } from '@content-api/sdk'
import { describe, expect, it } from 'vitest'
import { acceptOf, fileFilters, kindOf, pixelsText, sizeText, thumbnailOf } from './file.js'

const all: MediaKind[] = ['images', 'videos', 'files', 'audios']
const written = (text: string, allowed: MediaKind[]) => {
  const filters = fileFilters(text, allowed)
  return Object.keys(filters).length === 0 ? '' : stringify({ filters })
}

describe('the conditions of files', () => {
  it.each<[string, MediaKind[], string]>([
    ['', all, ''],
    [' fjord ', all, 'filters[$and][0][name][$containsi]=fjord'],
    ['', ['images'], 'filters[$and][0][$or][0][mime][$startsWith]=image/'],
    [
      'x',
      ['videos', 'audios'],
      'filters[$and][0][name][$containsi]=x&filters[$and][1][$or][0][mime][$startsWith]=video/' +
        '&filters[$and][1][$or][1][mime][$startsWith]=audio/',
    ],
    [
      '',
      ['files', 'images'],
      'filters[$and][0][$not][mime][$startsWith]=video/&filters[$and][1][$not][mime][$startsWith]=audio/',
    ],
  ])('%j among %j: %s', (text, allowed, query) => {
    expect(decodeURIComponent(written(text, allowed))).toBe(query)
  })

  it('match the types that the file input accepts', () => {
    expect(acceptOf(['images', 'audios'])).toBe('image/*,audio/*')
    expect(acceptOf(all)).toBeUndefined()
  })
})

it('finds the smallest picture', () => {
  const formats = { thumbnail: { url: '/uploads/thumbnail_a.png' } }
  expect(thumbnailOf({ mime: 'image/png', url: '/uploads/a.png', formats })).toBe('/uploads/thumbnail_a.png')
  expect(thumbnailOf({ mime: 'image/png', url: '/uploads/a.png', formats: null })).toBe('/uploads/a.png')
  expect(thumbnailOf({ mime: 'application/pdf', url: '/uploads/a.pdf', formats: null })).toBeNull()
})

it('describes kind and size', () => {
  expect(['image/png', 'video/mp4', 'application/pdf'].map(kindOf)).toEqual(['images', 'videos', 'files'])
  expect([0.4, 12.34, 2500].map(sizeText)).toEqual(['400 B', '12.3 kB', '2.5 MB'])
  expect(pixelsText({ width: 16, height: 9 })).toBe('16 × 9')
  expect(pixelsText({ width: null, height: null })).toBe('')
})
