import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { databases } from '../../../../tests/support/postgres.js'
import { writeProject } from '../support/write-project.js'

const schemaOf = (name: string) =>
  JSON.stringify({
    kind: 'collectionType',
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: false },
    attributes: { day: { type: 'date' }, title: { type: 'string' } },
  })

/** A project whose hooks set dates that don't exist. */
const files = {
  'src/api/note/content-types/note/schema.json': schemaOf('note'),
  'src/api/note/content-types/note/lifecycles.js': `
    module.exports = { beforeCreate: ({ params: { data } }) => void (data.day = 'someday') }`,
  'src/api/line/content-types/line/schema.json': schemaOf('line'),
  'src/index.js': `
    module.exports = {
      bootstrap({ strapi }) {
        strapi.db.lifecycles.subscribe({
          models: ['api::line.line'],
          beforeUpdate: ({ params: { data } }) => void (data.day = 'someday'),
        })
      },
    }`,
}

describe.each(await databases())('wrong values of hooks on $name', ({ connection }) => {
  let folder: string
  let api: ContentApi
  let warn: MockInstance<ContentApi['logger']['warn']>
  const open = async () => {
    folder = await mkdtemp(join(tmpdir(), 'wrong-values-'))
    await writeProject(folder, files)
    api = await createContentApi({ project: folder, database: connection })
    warn = vi.spyOn(api.logger, 'warn')
  }
  const send = async (method: string, path: string, data: object) => {
    const body = JSON.stringify({ data })
    const headers = { 'content-type': 'application/json' }
    return (await api.fetch(new Request(`http://service.example/api/${path}`, { method, body, headers }))).status
  }
  const warnings = () => warn.mock.calls.map(([message]) => message)
  afterEach(async () => {
    await api.close()
    await rm(folder, { recursive: true })
  })

  it('are logged with the file of the hooks', async () => {
    await open()
    expect(await send('POST', 'notes', { title: 'a' })).toBe(400)
    expect(warnings()).toEqual([
      expect.stringMatching(
        /src\/api\/note\/content-types\/note\/lifecycles\.js: beforeCreate of api::note\.note set a wrong value: Invalid format, expected yyyy-MM-dd: day is/,
      ),
    ])
  })

  it('are logged with the line that subscribes', async () => {
    await open()
    expect(await send('POST', 'lines', { title: 'a' })).toBe(200)
    expect(await send('PUT', 'lines/1', { title: 'b' })).toBe(400)
    expect(warnings()).toEqual([
      expect.stringContaining(
        'src/index.js:4: beforeUpdate of api::line.line set a wrong value: Invalid format, expected yyyy-MM-dd: day is',
      ),
    ])
  })

  it('are not what a client sent', async () => {
    await open()
    expect(await send('POST', 'lines', { title: 'a' })).toBe(200)
    expect(await send('PUT', 'lines/1', { title: 5, day: 'someday' })).toBe(400)
    expect(warnings()).toEqual([])
  })
})
