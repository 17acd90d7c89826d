import { mockContentApi, type MockContentApi } from '@content-api/server/msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { atlasProject, config, demo } from '../open-atlas.mjs'
import { createService, type Service } from '../src/service.js'

const baseURL = 'https://atlas.example.org'
const named = (...names: readonly string[]) => names.map((name) => ({ name, code: name.slice(0, 3).toLowerCase() }))
const position = { latitude: 47, longitude: 8 }
const country = (code: string, name: string, more: object = {}) => ({
  name,
  officialName: `State of ${name}`,
  code,
  alpha2: code.slice(0, 2),
  position,
  area: 1000,
  ...more,
})

/** Three countries of two regions, six languages, seven cities. */
const entries = {
  'api::region.region': [{ name: 'Europe' }, { name: 'Asia' }],
  'api::language.language': named('French', 'Romansh', 'Italian', 'German', 'Latin', 'Nepali'),
  'api::country.country': [
    country('CHE', 'Switzerland', { capital: 'Bern', landlocked: true, area: 41284, region: 1, languages: [1, 2, 3] }),
    country('FRA', 'France', { capital: 'Paris', area: 551695, region: 1, languages: [1], borders: [1] }),
    country('NPL', 'Nepal', { capital: 'Kathmandu', landlocked: true, region: 2, languages: [6] }),
    { ...country('CHE', 'Suisse', { region: 1 }), locale: 'fr', localizationOf: 1 },
  ],
  'api::city.city': ['Aarau', 'Bern', 'Basel', 'Biel', 'Chur', 'Thun', 'Zug'].map((name) => ({
    name,
    latitude: 47,
    longitude: 8,
    country: 1,
  })),
}

export interface MockAtlas {
  readonly service: Service
  readonly content: MockContentApi
  signIn(): Promise<void>
}

/** The atlas in memory, with a little content that is reset after each test. */
export function mockAtlas(): MockAtlas {
  const server = setupServer()
  const service = createService(baseURL)
  let content: MockContentApi
  beforeAll(async () => {
    const { permissions, ...rest } = config
    content = await mockContentApi({
      baseURL,
      project: atlasProject,
      permissions,
      config: rest,
      users: [demo],
      entries,
    })
    server.use(...content.handlers)
    server.listen({ onUnhandledRequest: 'error' })
  })
  afterEach(async () => {
    await service.api.auth.logout()
    await content.reset()
  })
  afterAll(async () => {
    server.close()
    await content.close()
  })
  return {
    service,
    get content() {
      return content
    },
    async signIn() {
      await service.api.auth.login({ identifier: demo.username, password: demo.password })
    },
  }
}
