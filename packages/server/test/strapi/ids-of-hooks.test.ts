import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'
import { writeProject } from '../support/write-project.js'

const typeOf = (name: string) => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: JSON.stringify({
    kind: 'collectionType',
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: false },
    attributes: { title: { type: 'string' } },
  }),
  // The title of an updated entry becomes the type of its id in the hook.
  [`src/api/${name}/content-types/${name}/lifecycles.js`]: `
    module.exports = { beforeUpdate: ({ params }) => void (params.data.title = typeof params.where.id) }`,
})

/** A type with generated routes, and one whose action calls the generated one. */
const files = {
  ...typeOf('note'),
  ...typeOf('line'),
  'src/api/line/controllers/line.js': `
    const { factories } = require('@strapi/strapi')
    module.exports = factories.createCoreController('api::line.line', () => ({
      async update(ctx) {
        return await super.update(ctx)
      },
    }))`,
}

// The expected values were seen on Strapi 4.26.2.
describe.each(await databases())('the id that hooks of an update get on $name', ({ connection }) => {
  let folder: string
  let api: ContentApi
  const send = async (method: string, path: string, body: object) => {
    const request = new Request(`http://service.example/${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    return JSON.stringify(await (await api.fetch(request)).json())
  }
  const open = async (strictParams: boolean) => {
    const config = { api: { rest: { strictParams } } }
    api = await createContentApi({ project: folder, database: connection, config })
    for (const path of ['notes', 'lines']) await send('POST', `api/${path}`, { data: { title: 'a' } })
  }
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ids-of-hooks-'))
    await writeProject(folder, files)
  })
  afterEach(async () => {
    await api.close()
    await rm(folder, { recursive: true })
  })

  it('is a text for requests, as in Strapi 4', async () => {
    await open(false)
    const data = { data: { title: 'b' } }
    expect(await send('PUT', 'api/notes/1', data)).toContain('"title":"string"')
    expect(await send('PUT', 'api/lines/1', data)).toContain('"title":"string"')
    const query = 'mutation { updateNote(id: 1, data: { title: "c" }) { data { attributes { title } } } }'
    expect(await send('POST', 'graphql', { query })).toContain('"title":"string"')
  })

  it('is a number in strict mode', async () => {
    await open(true)
    expect(await send('PUT', 'api/notes/1', { data: { title: 'b' } })).toContain('"title":"number"')
  })
})
