import { createRegistry } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { projectRoutes } from './project-routes.js'
import { sourceModule } from './source/source-module.js'

const registry = createRegistry({
  contentTypes: {
    'api::article.article': {
      kind: 'collectionType',
      info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
      attributes: { title: { type: 'string' } },
    },
  },
})

const router = 'src/api/article/routes/article.js'
const routesOf = (options: string) => {
  const source = `const { createCoreRouter } = require('@strapi/strapi').factories\nmodule.exports = createCoreRouter('api::article.article', ${options})`
  return projectRoutes([sourceModule({ file: router, source })], registry)
}

describe('the routes of routers', () => {
  it.each([
    ['policies', `{ config: { find: {\n  policies: ['is-owner'] } } }`, 2, 'find'],
    ['middlewares', `{ config: { findOne: { middlewares: [() => {}] } } }`, 2, 'findOne'],
    ['auth: false', `{ config: {\n find: { auth: false } } }`, 3, 'find'],
    ['a prefix', `{ prefix: '/blog' }`, 2, 'find findOne'],
    ['computed config', `{ config: settings }`, 2, 'find findOne'],
    ['only', `{ only: ['findOne'] }`, undefined, 'find'],
    ['except', `{ except: ['find', 'delete'] }`, undefined, 'find'],
    ['the type admin', `{ type: 'admin' }`, undefined, 'find findOne'],
  ])('are changed by %s', (_, options, line, names) => {
    const { actions, registered, unknown } = routesOf(options)
    const file = line === undefined ? 'src/api/article/routes' : router
    expect(
      Object.fromEntries([...actions].map(([action, reason]) => [action, `${reason.file}:${reason.line}`])),
    ).toEqual(Object.fromEntries(names.split(' ').map((name) => [`api::article.article.${name}`, `${file}:${line}`])))
    // Strapi ignores permissions of actions without a route.
    expect(registered.has('api::article.article.find')).toBe(line !== undefined)
    expect(unknown).toEqual([])
  })

  it.each([
    '{ config: { find: {}, create: { policies: ["x"] } } }',
    '{ config: { find: { policies: [], middlewares: [] } } }',
    `{ only: ['find', 'findOne'], type: 'content-api' }`,
  ])('are plain with %s', (options) => {
    const { actions, registered } = routesOf(options)
    expect([...actions]).toEqual([])
    expect(registered.has('api::article.article.find')).toBe(true)
  })

  it.each(['options', '{ ...options }', '{ only: names }'])('are unknown with %s', (options) => {
    expect(routesOf(options).unknown).toMatchObject([{ file: router, line: 2 }])
  })

  const combined = (change: string) => `const { createCoreRouter } = require('@strapi/strapi').factories
const customRouter = (innerRouter, extraRoutes = []) => {
  let routes
  return {
    get prefix() { return innerRouter.prefix },
    get routes() {
      if (!routes) routes = ${change}
      return routes
    },
  }
}
module.exports = customRouter(createCoreRouter('api::article.article'), [
  { method: 'GET', path: '/articles/latest', handler: 'article.latest' },
])`

  it.each(['innerRouter.routes.concat(extraRoutes)', '[...extraRoutes, ...innerRouter.routes]'])(
    'are combined with others by %s',
    (change) => {
      const { actions, foreign, unknown } = projectRoutes(
        [sourceModule({ file: router, source: combined(change) })],
        registry,
      )
      expect([...actions]).toEqual([])
      expect(foreign).toMatchObject([{ path: '/articles/latest', reason: { line: 13 } }])
      expect(unknown).toEqual([])
    },
  )

  it.each([
    'innerRouter.routes.map(limited)',
    '[...limited(innerRouter.routes), ...extraRoutes]',
    'limit(extraRoutes)',
  ])('are unknown if a function changes them by %s', (change) => {
    const { unknown } = projectRoutes([sourceModule({ file: router, source: combined(change) })], registry)
    expect(unknown).toMatchObject([{ file: router }])
  })
})
