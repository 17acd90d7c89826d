import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { examine } from '../../src/cli/doctor.js'
import { type ContentApi, type ExtensionHost, createContentApi } from '../../src/index.js'
import { writeProject } from '../support/write-project.js'

const accounts = 'src/extensions/users-permissions/strapi-server.js'
const schemaFile = 'src/extensions/users-permissions/content-types/user/schema.json'
const type = 'src/api/page/content-types/page/schema.json'
const page = JSON.stringify({
  kind: 'collectionType',
  collectionName: 'pages',
  info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
  attributes: { title: { type: 'string' } },
})

/** Extensions that change the content types of their plugins. */
const files = {
  'package.json': '{ "private": true }',
  [type]: page,
  [schemaFile]: JSON.stringify({ attributes: { town: { type: 'string' } } }),
  [accounts]: `module.exports = (plugin) => {
    const { user } = plugin.contentTypes
    user.schema.attributes = { ...user.schema.attributes, phone: { type: 'string', maxLength: 9 } }
    user.lifecycles = { beforeCreate({ params }) { params.data.phone += Object.keys(plugin.controllers.user).length } }
    plugin.contentTypes.badge = { schema: {
      kind: 'collectionType', collectionName: 'badges',
      info: { singularName: 'badge', pluralName: 'badges', displayName: 'Badge' },
      attributes: { name: { type: 'string' } },
    } }
    return plugin
  }`,
  'src/extensions/upload/strapi-server.js': `module.exports = (plugin) => {
    plugin.contentTypes.file.schema.attributes.blurhash = { type: 'text' }
    return plugin
  }`,
}

let folder = ''
let api: ContentApi | undefined
afterEach(async () => {
  await api?.close()
  api = undefined
  rmSync(folder, { recursive: true, force: true })
})
const write = async (added: Readonly<Record<string, string>>) => {
  folder = mkdtempSync(join(tmpdir(), 'extended-types-'))
  await writeProject(folder, added)
  return folder
}

describe('content types that extensions change in code', () => {
  it('have the new attributes, hooks and types', async () => {
    let strapi: ExtensionHost | undefined
    api = await createContentApi({
      project: await write(files),
      database: ':memory:',
      register: (tools) => void (strapi = tools.strapi),
    })
    const body = { username: 'ann', email: 'ann@example.com', password: 'secret', phone: '12', town: 'Ulm', role: 1 }
    const headers = { 'content-type': 'application/json' }
    const users = 'http://service.example/api/users'
    const made = await api.fetch(new Request(users, { method: 'POST', headers, body: JSON.stringify(body) }))
    expect([made.status, await made.json()]).toEqual([201, expect.objectContaining({ phone: '127', town: 'Ulm' })])
    const found = await api.fetch(new Request(`${users}?filters[phone][$eq]=127`))
    expect(await found.json()).toMatchObject([{ username: 'ann' }])
    expect(strapi?.contentType('plugin::upload.file')?.attributes).toMatchObject({ blurhash: { type: 'text' } })
    const badges = strapi?.entityService
    await badges?.create('plugin::users-permissions.badge', { data: { name: 'Gold' } })
    expect(await badges?.findMany('plugin::users-permissions.badge')).toMatchObject([{ name: 'Gold' }])
  })
})

describe('extensions whose changes of content types have no effect', () => {
  it('are named with their reason, and what to write instead', async () => {
    const { text } = await examine(
      await write({
        [type]: page,
        [accounts]: `module.exports = (plugin) => {
          const max = strapi.config.get('server.port')
          plugin.contentTypes.user.schema.attributes.phone = { type: 'string' }
          return plugin
        }`,
        'src/extensions/upload/strapi-server.js': `module.exports = (plugin) => {
          plugin.contentTypes.file.schema.attributes.blurhash = { type: 'text' }
          plugin.services.upload.own = () => {}
          return plugin
        }`,
        'src/extensions/email/strapi-server.js': 'module.exports = (plugin) => plugin',
      }),
    )
    expect(text).toMatch(/users-permissions\/strapi-server\.js: plugin\.contentTypes\.user has no effect here\./)
    expect(text).toMatch(`Use ${schemaFile}. The file runs once before \`strapi\` is available, and fails: `)
    expect(text).toMatch(/upload\/strapi-server\.js: Changes of the plugin upload have no effect here\. .* fails: /)
    expect(text).toMatch(/email\/strapi-server\.js: Changes of the plugin email have no effect here\./)
    expect(text).toMatch(/This project starts\.$/)
  })

  it('name the file of a mistake in a changed schema', async () => {
    const { text } = await examine(
      await write({
        [type]: page,
        [accounts]: `module.exports = (plugin) => {
          plugin.contentTypes.user.schema.attributes.phone = { type: 'enumeration' }
          return plugin
        }`,
      }),
    )
    expect(text.split('Must change')[1]).toMatch(/users-permissions\/strapi-server\.js\n +attributes\.phone/)
  })
})
