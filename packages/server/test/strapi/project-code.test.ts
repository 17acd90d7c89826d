import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packageExports } from '@content-api/project-files/project-modules'
import * as serverPackage from '../../src/index.js'
import { ProjectCode } from '@content-api/strapi-project/code/loading/project-code'

let project: string
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'content-api-code-'))
})
afterEach(() => rm(project, { recursive: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true })
  await writeFile(join(project, path), text)
}

describe('the code of a project', () => {
  it('knows each export of this package', () => {
    expect(Object.getOwnPropertyNames(packageExports).toSorted()).toEqual(Object.keys(serverPackage).toSorted())
  })

  it.each([
    'src/index.js',
    'src/api/page/content-types/page/lifecycles.ts',
    'src/api/page/routes/page.js',
    'src/api/page/controllers/page.js',
    'src/api/page/services/page.js',
    'src/api/page/policies/own.js',
    'src/api/page/middlewares/own.js',
    'src/policies/own.js',
    'src/middlewares/own.js',
    'src/extensions/users-permissions/strapi-server.js',
  ])('exists with %s', async (file) => {
    await write('src/api/page/content-types/page/schema.json', '{}')
    expect(new ProjectCode(project).exists).toBe(false)
    await write(file, '')
    expect(new ProjectCode(project).exists).toBe(true)
  })

  // The global is created once for a process, so only the first service of this file shows that it is missing.
  it('has the global `strapi` in an extension without other code', async () => {
    const page = { info: { singularName: 'page', pluralName: 'pages' }, attributes: { title: { type: 'string' } } }
    await write('src/api/page/content-types/page/schema.json', JSON.stringify(page))
    await write(
      'src/extensions/users-permissions/strapi-server.js',
      `module.exports = (plugin) => {
        plugin.controllers.user.find = async (ctx) => {
          ctx.body = await strapi.entityService.count('api::page.page')
        }
        return plugin
      }`,
    )
    const api = await serverPackage.createContentApi({ project, database: ':memory:' })
    const response = await api.fetch(new Request('http://service.example/api/users'))
    expect([response.status, await response.text()]).toEqual([200, '0'])
    await api.close()
  })
})
