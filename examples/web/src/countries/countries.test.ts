import { describe, expect, it } from 'vitest'
import { mockAtlas } from '../../test/mock-atlas.js'
import { addressOf, readFilters } from './country-filters.js'
import { findCountries, findRegions } from './find-countries.js'

const filtersOf = (query: string) => readFilters(new URLSearchParams(query))

describe('the address', () => {
  it.each(['/', '/?search=san+j&region=Asia&landlocked=yes&sort=-area&locale=fr&page=3'])(
    'contains all filters: %s',
    (to) => {
      expect(addressOf(filtersOf(to.slice(1)))).toBe(to)
    },
  )

  it('is read without its invalid values', () => {
    expect(filtersOf('sort=toString&locale=xx&page=-1&landlocked=maybe&other=1')).toEqual(filtersOf(''))
    expect(filtersOf('page=1.5').page).toBe(1)
  })
})

describe('countries', () => {
  const { service } = mockAtlas()
  const find = async (query: string) => {
    const { data } = await findCountries(service.api, filtersOf(query))
    return data.map(({ name }) => name)
  }

  it('are found by name and capital, region and coast', async () => {
    expect(await find('')).toEqual(['France', 'Nepal', 'Switzerland'])
    expect(await find('search=BERN')).toEqual(['Switzerland'])
    expect(await find('search=an&region=Europe')).toEqual(['France', 'Switzerland'])
    expect(await find('landlocked=yes&sort=-area')).toEqual(['Switzerland', 'Nepal'])
    expect(await find('locale=fr')).toEqual(['Suisse'])
    expect(await find('page=2')).toEqual([])
  })

  it('contain what their cards show', async () => {
    const { data } = await findCountries(service.api, filtersOf('search=bern'))
    expect(data[0]).toMatchObject({
      code: 'CHE',
      flag: null,
      region: { name: 'Europe' },
      languages: [{ name: 'French' }, { name: 'Romansh' }, { name: 'Italian' }],
    })
    expect(await findRegions(service.api)).toEqual(['Asia', 'Europe'])
  })

  it('reject if their signal is aborted', async () => {
    const request = findCountries(service.api, filtersOf(''), AbortSignal.abort())
    await expect(request).rejects.toMatchObject({ name: 'AbortError' })
  })
})
