import { describe, expect, it } from 'vitest'
import { png } from '../../../../tests/support/png.js'
import { databases } from '../../../../tests/support/postgres.js'
import { expectFlatPages } from '../support/flat-pages.js'
import { useUploadService } from '../support/media-actions.js'
import { file } from '../support/upload-service.js'

const keys = [
  'id',
  'name',
  'alternativeText',
  'caption',
  'width',
  'height',
  'formats',
  'hash',
  'ext',
  'mime',
  'size',
  'url',
]
const pixel = png(1, 1)

describe.each(await databases())('uploads on $name', ({ connection }) => {
  const service = useUploadService(connection)
  const { upload, article, mediaOf } = service

  it('store files and return their records as an array', async () => {
    const response = await service.ask('POST /api/upload', [file(pixel, 'pixel one.png'), file('hello', 'note.txt')])
    expect(response.status).toBe(200)
    const [image, note] = response.body
    expect(Object.keys(image)).toEqual([
      ...keys,
      'previewUrl',
      'provider',
      'provider_metadata',
      'createdAt',
      'updatedAt',
    ])
    expect(image).toMatchObject({
      name: 'pixel one.png',
      alternativeText: null,
      caption: null,
      width: 1,
      height: 1,
      formats: null,
      hash: expect.stringMatching(/^pixel_one_[0-9a-f]{10}$/),
      ext: '.png',
      mime: 'image/png',
      url: `/uploads/${image.hash}.png`,
      previewUrl: null,
      provider: 'local',
      provider_metadata: null,
    })
    expect(note).toMatchObject({
      width: null,
      height: null,
      formats: null,
      ext: '.txt',
      mime: 'text/plain',
      size: 0.01,
    })
    expect(await service.stored()).toEqual([`${note.hash}.txt`, `${image.hash}.png`].toSorted())
    const served = await service.ask(`GET ${note.url}`)
    expect(served.bytes.toString()).toBe('hello')
  })

  it('decode quotation marks in names, as browsers encode them', async () => {
    const stored = await upload('hello', 'She said %22hi%22.txt')
    expect(stored).toMatchObject({ name: 'She said "hi".txt', ext: '.txt' })
  })

  it('create smaller formats of large images', async () => {
    const wide = await upload(png(1200, 800), 'wide.png')
    expect(wide).toMatchObject({ width: 1200, height: 800 })
    const form = (name: string, width: number, height: number) => ({
      name: `${name}_wide.png`,
      hash: `${name}_${wide.hash}`,
      ext: '.png',
      mime: 'image/png',
      path: null,
      width,
      height,
      size: expect.any(Number),
      sizeInBytes: expect.any(Number),
      url: `/uploads/${name}_${wide.hash}.png`,
    })
    expect(wide.formats).toEqual({
      large: form('large', 1000, 667),
      medium: form('medium', 750, 500),
      small: form('small', 500, 333),
      thumbnail: form('thumbnail', 234, 156),
    })
    for (const { url, sizeInBytes, size } of Object.values<Record<string, unknown>>(wide.formats)) {
      const { bytes, headers } = await service.ask(`GET ${String(url)}`)
      expect(headers.get('content-type')).toBe('image/png')
      expect(bytes.length).toBe(sizeInBytes)
      expect(size).toBe(Math.round(bytes.length / 10) / 100)
    }
    expect((await upload(png(300, 200), 'small.png')).formats).toEqual({
      thumbnail: expect.objectContaining({ width: 234 }),
    })
  })

  it('take the information about each file from the fileInfo parts, in the order of the files', async () => {
    const parts = [
      file(pixel, 'a.png'),
      file(pixel, 'b.png'),
      { name: 'fileInfo', value: '{"name":"Renamed","alternativeText":"alt","caption":"cap"}' },
      { name: 'fileInfo', value: '{"alternativeText":"second"}' },
    ]
    const { body } = await service.ask('POST /api/upload', parts)
    expect(body).toMatchObject([
      {
        name: 'Renamed',
        alternativeText: 'alt',
        caption: 'cap',
        hash: expect.stringMatching(/^Renamed_/),
        ext: '.png',
      },
      { name: 'b.png', alternativeText: 'second', caption: null },
    ])
  })

  it('take the information about all files from a list in one part, as in Strapi', async () => {
    const info = (value: unknown) => ({ name: 'fileInfo', value: JSON.stringify(value) })
    const parts = [file(pixel, 'a.png'), file(pixel, 'b.png')]
    const { body } = await service.ask('POST /api/upload', [...parts, info([{ caption: 'one' }, { caption: 'two' }])])
    expect(body).toMatchObject([
      { name: 'a.png', caption: 'one' },
      { name: 'b.png', caption: 'two' },
    ])
    const failed = await service.ask('POST /api/upload', [...parts, info([{}, {}, {}])])
    expect([failed.status, failed.body.error.message]).toEqual([400, expect.stringContaining('3 fileInfo for 2 file')])
    const change = await service.ask(`POST /api/upload?id=${body[0].id}`, [info([{ caption: 'x' }, {}])])
    expect([change.status, change.body.error.message]).toEqual([400, expect.stringContaining('one fileInfo')])
  })

  it.each([
    ['[[]]', 'fileInfo must be an object'],
    ['not json', 'fileInfo must be a JSON object'],
    ['{"alternativText":"x"}', 'fileInfo.alternativText is not known. Did you mean alternativeText?'],
    ['{"url":"http://elsewhere.example"}', 'fileInfo.url is not known'],
    ['{"caption":7}', 'caption'],
  ])('reject %s as fileInfo and store nothing', async (value, message) => {
    const before = await service.stored()
    const { status, body } = await service.ask('POST /api/upload', [file(pixel, 'a.png'), { name: 'fileInfo', value }])
    expect([status, body.error.name]).toEqual([400, 'ValidationError'])
    expect(body.error.message).toContain(message)
    expect(await service.stored()).toEqual(before)
  })

  it.each([
    ['no files', [{ name: 'ref', value: 'x' }], 'Files are empty'],
    ['an empty file', [file('', 'empty.txt')], 'Files are empty'],
    ['JSON', { files: [] }, 'Files are empty'],
    [
      'another name',
      [file(pixel, 'a.png', 'file')],
      'Files are empty: the part "file" is not known. Did you mean files?',
    ],
    ['an unknown field', [file(pixel, 'a.png'), { name: 'refid', value: '1' }], 'Did you mean refId?'],
    ['too few fileInfo', [file(pixel, 'a.png'), file(pixel, 'b.png'), { name: 'fileInfo', value: '{}' }], '1 fileInfo'],
    [
      'too many fileInfo',
      [file(pixel, 'a.png'), ...['{}', '{}'].map((value) => ({ name: 'fileInfo', value }))],
      '2 fileInfo',
    ],
  ])('are rejected with %s', async (_what, sent, message) => {
    const { status, body } = await service.ask('POST /api/upload', sent)
    expect([status, body.error.name]).toEqual([400, 'ValidationError'])
    expect(body.error.message).toContain(message)
  })

  it('are listed and read as flat records, with the filters, fields, sorts and pages of every list', async () => {
    const { id } = await upload('listed', 'listed.txt')
    await upload('listed too', 'listed-too.txt')
    const list = 'GET /api/upload/files?filters[name][$startsWith]=listed&fields[0]=name'
    expect((await service.ask(`${list}&sort=name:desc`)).body).toEqual([
      { id, name: 'listed.txt' },
      { id: id + 1, name: 'listed-too.txt' },
    ])
    expect((await service.ask(`${list}&sort=id&limit=1`)).body).toEqual([{ id, name: 'listed.txt' }])
    expect((await service.ask(`GET /api/upload/files/${id}?fields=name`)).body).toEqual({ id, name: 'listed.txt' })
    expect(await service.ask('GET /api/upload/files?filters[nme]=x')).toMatchObject({ status: 400 })
    expect(await service.ask('GET /api/upload/files?foo=x')).toMatchObject({ status: 400 })
    expect(await service.ask('HEAD /api/upload/files')).toMatchObject({ status: 200 })
  })

  it('are paged by `start` and `limit`, as all lists without an envelope', () => expectFlatPages(service, 'strict'))

  it('get 404 for missing files and 405 for unsupported methods', async () => {
    const missing = { status: 404, body: { data: null, error: { name: 'NotFoundError' } } }
    expect(await service.ask('GET /api/upload/files/900001')).toMatchObject(missing)
    expect(await service.ask('DELETE /api/upload/files/900001')).toMatchObject(missing)
    expect(await service.ask('POST /api/upload?id=900001', [file(pixel, 'a.png')])).toMatchObject(missing)
    expect(await service.ask('POST /api/upload?id=900001', { fileInfo: { name: 'x' } })).toMatchObject(missing)
    expect(await service.ask('POST /api/upload?id=abc', { fileInfo: { name: 'x' } })).toMatchObject(missing)
    expect(await service.ask('GET /api/upload/files/abc')).toMatchObject(missing)
    expect(await service.ask('GET /uploads/none.png')).toMatchObject(missing)
    const { status, headers } = await service.ask('PUT /api/upload/files/1')
    expect([status, headers.get('allow')]).toEqual([405, 'HEAD, GET, DELETE'])
  })

  it('can change the information about a file', async () => {
    const { id, hash, url } = await upload(pixel, 'before.png')
    const { body } = await service.ask(`POST /api/upload?id=${id}`, [
      { name: 'fileInfo', value: '{"name":"info.png","alternativeText":"new alt","caption":"new cap"}' },
    ])
    expect(body).toMatchObject({ id, name: 'info.png', alternativeText: 'new alt', caption: 'new cap', hash, url })
    const json = await service.ask(`POST /api/upload?id=${id}`, { fileInfo: { alternativeText: 'json alt' } })
    expect(json.body).toMatchObject({ id, name: 'info.png', alternativeText: 'json alt', caption: 'new cap' })
  })

  it('can replace the content of a file, which keeps its id, URL and information', async () => {
    const wide = await upload(png(1200, 800), 'wide.png')
    await service.ask(`POST /api/upload?id=${wide.id}`, { fileInfo: { caption: 'kept' } })
    const { status, body } = await service.ask(`POST /api/upload?id=${wide.id}`, [file(png(300, 200), 'repl.png')])
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: wide.id,
      name: 'repl.png',
      caption: 'kept',
      hash: wide.hash,
      url: wide.url,
      width: 300,
    })
    expect(Object.keys(body.formats)).toEqual(['thumbnail'])
    const mine = (await service.stored()).filter((name) => name.includes(wide.hash))
    expect(mine).toEqual([`thumbnail_${wide.hash}.png`, `${wide.hash}.png`])
    const tiny = await service.ask(`POST /api/upload?id=${wide.id}`, [file(pixel, 'tiny.png')])
    expect(tiny.body).toMatchObject({ formats: {}, width: 1 })
    const { status: refused, body: error } = await service.ask(`POST /api/upload?id=${wide.id}`, [
      file('text', 'a.txt'),
    ])
    expect([refused, error.error.message]).toEqual([400, expect.stringContaining('of the same type')])
  })

  it('are deleted from all entries, with their record and stored files', async () => {
    const wide = await upload(png(1200, 800), 'gone.png')
    const id = await article({ cover: wide.id, attachments: [wide.id] })
    const { status, body } = await service.ask(`DELETE /api/upload/files/${wide.id}`)
    expect([status, body]).toEqual([200, wide])
    expect(await mediaOf(id)).toEqual({ cover: null, attachments: [] })
    expect((await service.stored()).filter((name) => name.includes(wide.hash))).toEqual([])
    expect((await service.ask(`GET ${wide.url}`)).status).toBe(404)
    expect((await service.ask(`GET /api/upload/files/${wide.id}`)).status).toBe(404)
  })
})
