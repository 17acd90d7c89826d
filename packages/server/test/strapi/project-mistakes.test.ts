import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createContentApi } from '../../src/index.js'
import { writeProject } from '../support/write-project.js'

describe('the files of a project', () => {
  const schema = {
    kind: 'collectionType',
    collectionName: 'pages',
    info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
    attributes: { title: { type: 'string' } },
  }
  const type = 'src/api/page/content-types/page'
  let folder: string
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const serve = async (files: Readonly<Record<string, string>>) => {
    folder = await mkdtemp(join(tmpdir(), 'content-api-mistakes-'))
    await writeProject(folder, { ...files, [`${type}/schema.json`]: JSON.stringify(schema) })
    await createContentApi({ project: folder, database: ':memory:' })
  }
  const coreRouter = (text: string) => `module.exports = require('@strapi/strapi').factories.createCoreRouter(${text})`

  it.each([
    ['src/api/page/routes/page.js', `module.exports = { routes: {} }`, 'must export { routes: [...] }'],
    ['src/api/page/routes/page.js', coreRouter(`'api::page.pag', {}`), 'Did you mean "api::page.page"?'],
    ['src/api/page/routes/page.js', coreRouter(`'api::page.page', { onlly: [] }`), 'Did you mean "only"?'],
    ['src/api/page/routes/page.js', coreRouter(`'api::page.page', { only: ['fynd'] }`), 'Did you mean "find"?'],
    [
      'src/api/page/routes/page.js',
      coreRouter(`'api::page.page', { config: { find: { policies: 'one' } } }`),
      'The policies of the config of the route GET /pages must be a list',
    ],
    [
      'src/api/page/routes/page.js',
      coreRouter(`'api::page.page', { config: { find: { policies: ['gone'] } } }`),
      'the file of "gone"',
    ],
    [
      'src/api/page/routes/custom.js',
      `module.exports = { routes: [{ method: 'GET', path: '/x', handler: 'page.titels' }] }`,
      'the method "titels" does not exist',
    ],
    ['src/extensions/users-permissions/strapi-server.js', `module.exports = {}`, 'must export a function'],
    ['src/extensions/users-permissions/strapi-server.js', `module.exports = () => {}`, 'must return the plugin'],
    [
      'src/extensions/users-permissions/strapi-server.js',
      `module.exports = (plugin) => plugin.services.providers`,
      'plugin.services.providers does not exist here',
    ],
    [
      'src/extensions/users-permissions/strapi-server.js',
      `module.exports = (plugin) => {
        plugin.routes['content-api'].routes.push({ method: 'GET', path: '/x', handler: 'user.mee' })
        return plugin
      }`,
      'Did you mean "user.me"?',
    ],
    ['src/api/gone/content-types/gone/lifecycles.js', `module.exports = {}`, 'schema.json\n    is missing'],
    [`${type}/lifecycles.js`, `module.exports = {`, "can't be loaded"],
    ['src/index.js', `module.exports = { register() { none() } }`, 'register of src/index: none is not defined'],
    ['src/index.js', `exports.bootstrap = () => { throw new Error('No') }`, 'bootstrap of src/index: No'],
  ])('cause an error at the start for a mistake in %s', async (path, text, message) => {
    await expect(serve({ [path]: text })).rejects.toThrow(message)
  })
})
