import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'
import { writeProject } from '../support/write-project.js'

const route = (path: string, name: string) =>
  `{ method: 'POST', path: '/${path}', handler: 'own.${name}', config: { auth: false } }`

const files = {
  'src/api/own/routes/own.js': `module.exports = { routes: [${route('join', 'join')}, ${route('enter', 'enter')}, ${route('me', 'me')}] }`,
  'src/api/own/controllers/own.js': `
    module.exports = {
      async join(ctx) {
        await strapi.controller('plugin::users-permissions.auth').register(ctx)
        ctx.body.joined = strapi.config.server.url
      },
      enter: (ctx) => strapi.plugins['users-permissions'].controller('auth').callback(ctx),
      me: (ctx) => strapi.plugin('users-permissions').controllers.user.me(ctx),
    }`,
  'src/extensions/users-permissions/strapi-server.js': `
    const { sanitize } = require('@strapi/utils/lib/index')
    module.exports = (plugin) => {
      plugin.controllers.user.me = (ctx) => { ctx.body = { replaced: typeof sanitize.contentAPI.output } }
      return plugin
    }`,
}

describe.each(await databases())('controllers of users-permissions on $name', ({ connection }) => {
  let folder: string
  let api: ContentApi
  const send = async (path: string, body: object): Promise<unknown> => {
    const response = await api.fetch(
      new Request(`http://service.example/api${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    )
    return response.json()
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'account-controllers-'))
    await writeProject(folder, files)
    const auth = { jwt: { secret: 'a secret of at least 32 bytes, for tests' } }
    api = await createContentApi({ project: folder, database: connection, config: { auth, permissions: {} } })
  })
  afterAll(async () => {
    await api.close()
    await rm(folder, { recursive: true })
  })

  it('can be called by code of the project', async () => {
    const user = { username: 'ada', email: 'ada@example.com', password: 'correct horse' }
    const signedIn = { jwt: expect.any(String), user: { username: 'ada' } }
    expect(await send('/join', user)).toMatchObject({ ...signedIn, joined: '' })
    expect(await send('/enter', { identifier: 'ada', password: 'correct horse' })).toMatchObject(signedIn)
    expect(await send('/enter', { identifier: 'ada', password: 'wrong horse' })).toMatchObject({
      error: { name: 'ValidationError' },
    })
  })

  it('are those of the extension if it changes them', async () => {
    expect(await send('/me', {})).toEqual({ replaced: 'function' })
  })
})
