import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mockAtlas } from '../../test/mock-atlas.js'
import { issuesAtFields } from './form-issues.js'
import { moveItem } from './move-item.js'
import { type CountryDraft, findLanguages, findNeighbours, saveCountry } from './save-country.js'

describe('an item', () => {
  it('is moved within its list only', () => {
    expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    for (const [from, to] of [
      [0, -1],
      [2, 3],
      [3, 0],
      [1, 1],
    ] as const) {
      expect(moveItem(['a', 'b', 'c'], from, to)).toEqual(['a', 'b', 'c'])
    }
  })
})

describe('a country', () => {
  const atlas = mockAtlas()
  const { api } = atlas.service
  const languages = ['French', 'Romansh', 'Italian', 'German', 'Latin', 'Nepali'].map((name, index) => ({
    id: index + 1,
    name,
  }))
  const draft: CountryDraft = {
    name: 'Switzerland',
    officialName: 'State of Switzerland',
    capital: 'Bern',
    area: '41284',
    languages: languages.slice(0, 3),
    borders: [],
  }
  const stored = async () => api.collection('countries').findOne(1, { populate: ['languages', 'borders'] })

  it('is saved: texts, numbers, neighbours', async () => {
    await atlas.signIn()
    const [france] = await findNeighbours(api, 'ran')
    if (!france) throw new Error('France is missing.')
    await saveCountry(api, 1, draft, { ...draft, capital: '', area: '41285.5', borders: [france] })
    expect(await stored()).toMatchObject({ capital: null, area: 41285.5, name: 'Switzerland', borders: [{ id: 2 }] })
  })

  it('gets its languages in any order', async () => {
    await atlas.signIn()
    let before = draft
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(languages), async (wanted) => {
        const after = { ...before, languages: wanted }
        await saveCountry(api, 1, before, after)
        before = after
        expect((await stored()).languages.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
      }),
      { numRuns: 40 },
    )
  })

  it('keeps languages that somebody else has added in the meantime', async () => {
    await atlas.signIn()
    await api.collection('countries').update(1, { languages: { connect: [5] } })
    await saveCountry(api, 1, draft, { ...draft, languages: [languages[2]!, languages[0]!] })
    expect((await stored()).languages.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 3, 5])
  })

  it('is not saved without an account or with invalid values', async () => {
    const saved = (after: Partial<CountryDraft>) =>
      saveCountry(api, 1, draft, { ...draft, ...after }).catch((error: unknown) => error)
    expect(await saved({ name: 'Helvetia' })).toMatchObject({ status: 403 })
    await atlas.signIn()
    const error = await saved({ name: '', area: 'large' })
    expect(Object.keys(issuesAtFields(error, Object.keys(draft)) ?? {})).toEqual(['name', 'area'])
    expect(issuesAtFields(error, ['capital'])).toBeNull()
    expect(issuesAtFields(new Error('other'), ['name'])).toBeNull()
    expect(await stored()).toMatchObject({ name: 'Switzerland', area: 41284 })
  })

  it('finds languages by a part of their names', async () => {
    expect((await findLanguages(api, 'an')).map(({ name }) => name)).toEqual(['German', 'Italian', 'Romansh'])
  })
})
