import { expect, it, vi } from 'vitest'
import { warnIgnored } from './service-parameters.js'

it('warns once about each ignored parameter', () => {
  const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  for (const name of ['sort', 'page', 'sort']) warnIgnored("strapi.db.query('api::a.a').findMany", name)
  expect(emitWarning.mock.calls.map(([message]) => message)).toEqual([
    `strapi.db.query('api::a.a').findMany ignores "sort", as Strapi 4 does.`,
    `strapi.db.query('api::a.a').findMany ignores "page", as Strapi 4 does.`,
  ])
  emitWarning.mockRestore()
})
