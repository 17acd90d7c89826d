import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { examine } from '../../src/cli/doctor.js'
import { type ConfigInput, createContentApi } from '../../src/index.js'
import { png } from '../../../../tests/support/png.js'
import { databases } from '../../../../tests/support/postgres.js'
import { multipart, type Part } from '../support/multipart.js'
import { type ProjectFiles, writeProject } from '../support/write-project.js'

/** The call of a provider's method: its name, the file and its options. */
type Call = readonly [method: string, file: Record<string, unknown>, options: unknown]

/** Notes the calls of a provider, and keeps the contents of files by name in `globalThis.storedByProvider`. */
const provider = (methods: string) => `
const { errors } = require('@strapi/utils')
const calls = (globalThis.callsOfProvider ??= [])
const stored = (globalThis.storedByProvider ??= new Map())
const shown = (file) => Object.fromEntries(Object.entries(file).map(([key, value]) =>
  [key, typeof value === 'function' ? 'function' : value?.pipe ? 'stream' : Buffer.isBuffer(value) ? 'buffer' : value]))
const note = (method, file, options) => calls.push([method, shown(file), options])
const nameOf = (file) => file.hash + file.ext
const keep = (file, content) => {
  if (content.includes('too much')) throw new errors.PayloadTooLargeError('This is too much')
  if (content.includes('no image')) throw new Error('Error uploading to cloudinary: Invalid image file')
  if (content.includes('wrong')) throw Object.assign(new Error('secret key 123'), { http_code: 400 })
  if (content.includes('fail') || file.name === 'small_half.png') throw new Error('secret key 123')
  stored.set(nameOf(file), content.length)
  file.url = 'https://files.example/' + nameOf(file)
  file.previewUrl = file.url + '.gif'
  file.provider_metadata = { public_id: file.hash }
}
module.exports = { init: (options) => { note('init', options); return {
  async delete(file, options) { note('delete', file, options); stored.delete(nameOf(file)) },
  ${methods}
} } }`

const streaming = provider(`
  checkFileSize(file, options) { note('checkFileSize', file, options); if (file.name === 'big.txt') throw new errors.PayloadTooLargeError() },
  async uploadStream(file, options) {
    note('uploadStream', file, options)
    let content = ''
    for await (const chunk of file.stream) content += chunk
    keep(file, content)
  },
  upload() { throw new Error('not called') },`)

const buffering = provider(
  `async upload(file, options) { note('upload', file, options); keep(file, file.buffer.toString()) },`,
)

const secret = provider(`
  async uploadStream(file) { file.stream.resume(); keep(file, file.name) },
  isPrivate: () => true,
  async getSignedUrl(file, options) { note('getSignedUrl', file, options); return { url: file.url + '?signed' } },`)

const plugins = (upload: string) => ({ 'config/plugins.js': `module.exports = { upload: { config: ${upload} } }` })

const usual: ProjectFiles = {
  'package.json': '{ "dependencies": { "@strapi/strapi": "4.26.2", "@strapi/plugin-graphql": "4.26.2" } }',
  'providers/keep/index.js': streaming,
  ...plugins(`{
    provider: 'keep', providerOptions: { cloud: 'own' }, breakpoints: { small: 300 },
    actionOptions: { uploadStream: { folder: 'a' }, delete: { invalidate: true } },
  }`),
  'src/api/page/content-types/page/schema.json': JSON.stringify({
    kind: 'collectionType',
    info: { singularName: 'page', pluralName: 'pages', displayName: 'page' },
    attributes: {
      title: { type: 'string' },
      cover: { type: 'media', multiple: false },
      list: { type: 'media', multiple: true },
    },
  }),
}

interface Options {
  readonly database?: ConfigInput['database']
  readonly development?: boolean
}

async function open(files: ProjectFiles, { database = ':memory:', development = false }: Options = {}) {
  const project = await mkdtemp(join(tmpdir(), 'content-api-providers-'))
  onTestFinished(() => rm(project, { recursive: true }))
  await writeProject(project, { ...usual, ...files })
  const config = { limits: { handlerMilliseconds: 20_000 } }
  const api = await createContentApi({ project, database, development, log: () => undefined, config })
  onTestFinished(() => api.close())
  calls()
  storedByProvider().clear()
  /** Sends a form, a value as JSON, or nothing. */
  const ask = async (line: string, sent?: readonly Part[] | object) => {
    const [method = '', path = ''] = line.split(' ')
    const form = Array.isArray(sent) ? multipart(sent as readonly Part[]) : null
    const json = form === null && sent !== undefined ? JSON.stringify(sent) : undefined
    const body = form ? new Uint8Array(form.body) : json
    const response = await api.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { 'content-type': form?.contentType ?? 'application/json' },
        ...(body !== undefined && { body }),
      }),
    )
    // The tests compare members of responses, for which types would only repeat the model.
    // oxlint-disable-next-line typescript/no-explicit-any
    const answer: any = await response.json()
    return { status: response.status, body: answer }
  }
  return { ask, project, api }
}

const file = (value: string | Buffer, filename: string): Part => ({ name: 'files', value, filename })
const calls = () => (globalThis as { callsOfProvider?: Call[] }).callsOfProvider?.splice(0) ?? []
const storedByProvider = () => (globalThis as { storedByProvider?: Map<string, number> }).storedByProvider ?? new Map()
const stored = () => [...storedByProvider().keys()]
const one = (name: string, all: readonly Call[]) => all.filter(([method]) => method === name)

describe.each(await databases())('a provider of Strapi, with records on $name', ({ connection: database }) => {
  it('stores files as streams, sets their records, replaces and deletes them', async () => {
    const { ask } = await open({}, { database })
    const { status, body } = await ask('POST /api/upload', [
      file(png(400, 300), 'pic.png'),
      { name: 'fileInfo', value: '{"alternativeText":"Harbour"}' },
    ])
    expect(status).toBe(200)
    const [record] = body
    const { hash } = record
    const place = (name: string) => ({
      url: `https://files.example/${name}.png`,
      previewUrl: `https://files.example/${name}.png.gif`,
      provider_metadata: { public_id: name },
    })
    expect(record).toMatchObject({ name: 'pic.png', provider: 'keep', alternativeText: 'Harbour', ...place(hash) })
    expect(Object.keys(record.formats).toSorted()).toEqual(['small', 'thumbnail'])
    // Like a record of Strapi 4.26.
    expect(record.formats.small).toEqual({
      name: 'small_pic.png',
      hash: `small_${hash}`,
      ext: '.png',
      mime: 'image/png',
      path: null,
      width: 300,
      height: 225,
      size: expect.any(Number),
      sizeInBytes: expect.any(Number),
      ...place(`small_${hash}`),
    })
    const created = calls()
    const file0 = {
      name: 'pic.png',
      hash,
      ext: '.png',
      mime: 'image/png',
      width: 400,
      height: 300,
      getStream: 'function',
    }
    expect(one('checkFileSize', created)).toMatchObject([['checkFileSize', file0, { sizeLimit: 200_000_000 }]])
    const uploads = one('uploadStream', created)
    expect(uploads[0]).toMatchObject(['uploadStream', { ...file0, stream: 'stream' }, { folder: 'a' }])
    expect(uploads.map(([, { name }]) => name)).toEqual(['pic.png', 'small_pic.png', 'thumbnail_pic.png'])

    const id = `id=${record.id}`
    const replaced = await ask(`POST /api/upload?${id}`, [file(png(200, 100), 'other.png')])
    expect(replaced).toMatchObject({
      status: 200,
      body: { id: record.id, hash, ...place(hash), name: 'other.png', width: 200 },
    })
    // The new content has the place of the old one. Smaller formats that are no longer needed are deleted.
    const deletes = one('delete', calls()).map(([, { hash: deleted }, options]) => [deleted, options])
    expect(deletes).toEqual([`small_${hash}`, `thumbnail_${hash}`].map((name) => [name, { invalidate: true }]))
    // A smaller format that can't be stored is missing, so that the record describes what is stored.
    storedByProvider().set('other', 0)
    const half = await ask(`POST /api/upload?${id}`, [file(png(400, 300), 'half.png')])
    expect(half.status).toBe(503)
    const now = (await ask(`GET /api/upload/files/${record.id}`)).body
    expect(now).toMatchObject({ name: 'half.png', width: 400, hash, ...place(hash) })
    expect(Object.keys(now.formats)).toEqual(['thumbnail'])
    expect(new Set(stored())).toEqual(new Set(['other', `${hash}.png`, `thumbnail_${hash}.png`]))
    storedByProvider().delete('other')
    expect((await ask(`POST /api/upload?${id}`, [file(png(200, 100), 'other.png')])).status).toBe(200)
    calls()
    const renamed = await ask(`POST /api/upload?${id}`, { fileInfo: { name: 'Renamed' } })
    expect(renamed.body).toMatchObject({ name: 'Renamed', ...place(hash) })
    expect((await ask(`DELETE /api/upload/files/${record.id}`)).status).toBe(200)
    expect(one('delete', calls())).toMatchObject([
      ['delete', { id: record.id, hash, ...place(hash), name: 'Renamed' }, {}],
    ])
    expect(stored()).toEqual([])
  })

  it('signs the URLs of media in entries, in REST and GraphQL as Strapi 4.26 does', async () => {
    const { ask } = await open({ 'providers/keep/index.js': secret }, { database })
    const { body } = await ask('POST /api/upload', [file(png(400, 300), 'pic.png')])
    const [{ id, url, formats }] = body
    expect(url).not.toContain('signed')
    const data = { data: { title: 'a', cover: id, list: [id] } }
    const created = await ask('POST /api/pages?populate=*', data)
    const signed = { url: `${url}?signed`, isUrlSigned: true }
    const small = { ...formats.small, url: `${formats.small.url}?signed`, isUrlSigned: true }
    const { attributes } = created.body.data
    expect(attributes.cover.data.attributes).toMatchObject({ ...signed, formats: { small } })
    expect(Object.keys(attributes.cover.data.attributes).at(-1)).toBe('isUrlSigned')
    const page = `/api/pages/${created.body.data.id}`
    const read = await ask(`GET ${page}?populate=*`)
    expect(read.body.data.attributes).toEqual(attributes)
    expect(read.body.data.attributes.list.data[0].attributes).toMatchObject(signed)
    const some = await ask(`GET ${page}?populate[cover][fields][0]=name`)
    expect(some.body.data.attributes.cover.data.attributes).toEqual({ name: 'pic.png' })
    const selection = 'data { attributes { u: url formats name } }'
    const query = `{ page(id: ${created.body.data.id}) { data { attributes { title cover { ${selection} } list { ${selection} } } } } }`
    const { data: answer } = (await ask('POST /graphql', { query })).body
    const inGraphql = { data: { attributes: { u: `${url}?signed`, name: 'pic.png', formats: { small } } } }
    expect(answer.page.data.attributes).toMatchObject({ cover: inGraphql, list: { data: [inGraphql.data] } })
    expect(Object.keys(answer.page.data.attributes.cover.data.attributes)).toEqual(['u', 'formats', 'name'])
    expect(one('getSignedUrl', calls())[0]).toMatchObject([
      'getSignedUrl',
      { hash: body[0].hash, provider: 'keep' },
      undefined,
    ])
    expect((await ask(`GET /api/upload/files/${id}`)).body.url).toBe(url)
    expect((await ask(`GET ${page}`)).body.data.attributes.title).toBe('a')
    await ask(`DELETE /api/upload/files/${id}`)
  })
})

it('a provider without `uploadStream` gets a buffer', async () => {
  const warning = vi.spyOn(process, 'emitWarning').mockReturnValue()
  onTestFinished(() => warning.mockRestore())
  const { ask } = await open({ 'providers/keep/index.js': buffering })
  expect(warning.mock.calls.flat()).toContainEqual(expect.stringContaining('"keep" has no function "uploadStream"'))
  const { body } = await ask('POST /api/upload', [file('hello', 'hello.txt')])
  expect(body[0].url).toBe(`https://files.example/${body[0].hash}.txt`)
  expect(one('upload', calls())).toMatchObject([['upload', { name: 'hello.txt', buffer: 'buffer' }, undefined]])
  await ask(`DELETE /api/upload/files/${body[0].id}`)
})

it('a failed upload leaves no record, and no file at the provider', async () => {
  const { ask } = await open({})
  const send = async (...files: Part[]) => {
    const { status, body } = await ask('POST /api/upload', files)
    expect(JSON.stringify(body)).not.toContain('secret key')
    return [status, body.error.name, body.error.message]
  }
  const rejects = 'The store of files rejects the file'
  expect(await send(file('too much', 'a.txt'))).toEqual([413, 'PayloadTooLargeError', 'This is too much'])
  expect(await send(file('x', 'big.txt'))).toEqual([413, 'PayloadTooLargeError', 'Entity too large'])
  expect(await send(file('wrong', 'a.txt'))).toEqual([400, 'ValidationError', rejects])
  expect(await send(file('no image', 'a.txt'))).toEqual([400, 'ValidationError', rejects])
  const down = [503, 'ServiceUnavailableError', 'The store of files cannot be reached at the moment']
  expect(await send(file('fail', 'a.txt'))).toEqual(down)
  expect(await send(file('fine', 'a.txt'), file('fail', 'b.txt'))).toEqual(down)
  expect(await send(file(png(400, 300), 'half.png'))).toEqual(down)
  expect(stored()).toEqual([])
  expect((await ask('GET /api/upload/files')).body).toEqual([])
  const [record] = (await ask('POST /api/upload', [file('good', 'a.txt')])).body
  expect((await ask(`POST /api/upload?id=${record.id}`, [file('fail', 'b.txt')])).status).toBe(503)
  expect((await ask('GET /api/upload/files')).body).toEqual([record])
  expect(stored()).toEqual([`${record.hash}.txt`])
  await ask(`DELETE /api/upload/files/${record.id}`)
})

it('a missing provider stops the start in production; development uses the upload folder and says so', async () => {
  const files = plugins(`{ provider: 'cloudinary', providerOptions: {} }`)
  const mistake = `config/plugins: upload.config.provider names "cloudinary", which is not installed in this project. Run "npm install @strapi/provider-upload-cloudinary".`
  await expect(open(files)).rejects.toThrow(mistake)
  const { ask, project, api } = await open(files, { development: true })
  const { body } = await ask('POST /api/upload', [file('hello', 'hello.txt')])
  expect(body[0]).toMatchObject({ provider: 'local', url: `/uploads/${body[0].hash}.txt` })
  expect(await readdir(join(project, 'public', 'uploads'))).toEqual([`${body[0].hash}.txt`])
  expect(api.config.upload.provider).toBe('cloudinary')
  const warning = `${mistake} In production the service doesn't start; in development files are stored in the upload folder.`
  expect((await examine(project)).text).toContain(warning)
})

it.each([
  ['exports.init = () => ({ upload() {} })', 'has no function "delete"'],
  ['exports.init = () => ({ delete() {} })', 'has neither "uploadStream" nor "upload"'],
])('a provider without its functions stops the start: %s', async (text, message) => {
  const files = { 'providers/keep/index.js': text }
  await expect(open(files, { development: true })).rejects.toThrow(`names "keep", which ${message}`)
})
