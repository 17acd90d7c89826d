import { createClient } from '@content-api/sdk'
import { createUrqlClient } from '@content-api/sdk/urql'
import { describe, expect, it } from 'vitest'
import { mockAtlas } from '../../test/mock-atlas.js'
import { describeProblem } from '../page/describe-problem.js'
import { callingCodes, degrees, draftOf } from './country.js'
import { countryDocument } from './country-document.js'
import { addCity, findCities } from './find-cities.js'

describe('a country by GraphQL', () => {
  const { service } = mockAtlas()
  const ask = (code: string, locale = 'en') => service.urql.query(countryDocument, { code, locale }).toPromise()

  it('is flat, and becomes a draft with the ids of REST', async () => {
    const { data, error } = await ask('CHE')
    expect(error).toBeUndefined()
    const country = data?.countries?.[0]
    expect(country).toMatchObject({ code: 'CHE', region: { name: 'Europe' }, position: { latitude: 47, longitude: 8 } })
    expect(country && draftOf(country)).toEqual({
      name: 'Switzerland',
      officialName: 'State of Switzerland',
      capital: 'Bern',
      area: '41284',
      languages: [
        { id: 1, name: 'French' },
        { id: 2, name: 'Romansh' },
        { id: 3, name: 'Italian' },
      ],
      borders: [],
    })
    expect((await ask('CHE', 'fr')).data?.countries?.[0]?.name).toBe('Suisse')
    expect((await ask('XYZ')).data?.countries).toEqual([])
  })
})

describe('cities', () => {
  const atlas = mockAtlas()
  const { api } = atlas.service
  const find = async (text: string, page = 1) => (await findCities(api, { code: 'CHE', text, page })).data

  it('are found by prefix', async () => {
    expect((await find('b')).map(({ name }) => name)).toEqual(['Basel', 'Bern', 'Biel'])
    expect(await find('', 2)).toEqual([])
  })

  it('are added to the right country, with an account', async () => {
    const city = { name: 'Brig', latitude: '46.3', longitude: '8' }
    await expect(addCity(api, 'CHE', city)).rejects.toMatchObject({ status: 403 })
    await atlas.signIn()
    await expect(addCity(api, 'CHE', { ...city, latitude: '91' })).rejects.toMatchObject({
      issues: [{ path: ['latitude'] }],
    })
    await addCity(api, 'CHE', city)
    expect((await find('bri')).map(({ name }) => name)).toEqual(['Brig'])
  })
})

describe('the message about an error', () => {
  const { service } = mockAtlas()

  it.each([
    ['by REST', () => service.api.collection('countries').update(1, { name: 'x' })],
    [
      'by GraphQL',
      async () => {
        const { error } = await service.urql.mutation('mutation { deleteCountry(id: 1) { data { id } } }', {})
        throw error ?? new Error('It was allowed.')
      },
    ],
  ])('suggests an account: %s', async (_, act) => {
    const error = await act().catch((error: unknown) => error)
    expect(describeProblem(error)).toMatchObject({ signIn: true })
  })

  it.each([
    ['gets no response', () => Promise.reject(new TypeError('fetch failed')), 'The atlas can’t be reached'],
    ['gets an HTML page', () => Promise.resolve(new Response('<h1>Hello</h1>')), 'Something went wrong'],
  ])('describes a GraphQL request that %s', async (_, fetch, title) => {
    const api = createClient({ baseURL: 'https://atlas.test', fetch, defaults: { retry: 0 } })
    const { error } = await createUrqlClient({ api }).query('{ countries { data { id } } }', {})
    expect(describeProblem(error)).toMatchObject({ title })
  })

  it('describes other errors', async () => {
    const rejected = await service.api
      .collection('countries')
      .find({ sort: 'nam' as never })
      .catch((error: unknown) => error)
    expect(describeProblem(rejected)).toMatchObject({
      title: 'The service rejected the request',
      text: expect.stringMatching(/^Invalid/) as string,
    })
    expect(describeProblem(new Error('x'))).toEqual({ title: 'Something went wrong', text: 'x' })
  })
})

describe('formatting', () => {
  it('formats degrees and codes', () => {
    expect([degrees(-0.04, ['N', 'S']), degrees(7.46, ['E', 'W'])]).toEqual(['0.0° S', '7.5° E'])
    expect([callingCodes('+4', ['1']), callingCodes('+1', ['201', '202']), callingCodes('+7', null)]).toEqual([
      '+41',
      '+1',
      '+7',
    ])
  })
})
