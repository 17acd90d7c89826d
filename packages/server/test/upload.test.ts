import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { png } from './support/png.js'
import { databases } from './support/postgres.js'
import { file, openUploadService, type UploadService } from './support/upload-service.js'

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
  let service: UploadService

  beforeAll(async () => {
    service = await openUploadService(connection)
  })
  afterEach(async () => {
    const left = await service.temporary()
    if (left.length > 0) throw new Error(`still in the temporary folder: ${left.join(', ')}`)
  })
  afterAll(() => service.close())

  const upload = async (content: string | Buffer, name: string) =>
    (await service.ask('POST /api/upload', [file(content, name)])).body[0]
  const article = async (data: Record<string, unknown> = {}) =>
    (await service.ask('POST /api/articles', { data: { title: 'An article', ...data } })).body.data.id as number
  const mediaOf = async (id: number) => {
    const { body } = await service.ask(`GET /api/articles/${id}?populate[0]=cover&populate[1]=attachments`)
    const { cover, attachments } = body.data.attributes
    return {
      cover: cover.data?.attributes.name ?? null,
      attachments: (attachments.data ?? []).map(({ attributes }: { attributes: { name: string } }) => attributes.name),
    }
  }

  it('stores files and answers their records as a bare array', async () => {
    const answer = await service.ask('POST /api/upload', [file(pixel, 'pixel one.png'), file('hello', 'note.txt')])
    expect(answer.status).toBe(200)
    const [image, note] = answer.body
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

  it('makes smaller forms of images that are larger', async () => {
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

  it('takes what is said of each file, in their order', async () => {
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

  it.each([
    ['[{}]', 'fileInfo must be an object'],
    ['not json', 'fileInfo must be a JSON object'],
    ['{"alternativText":"x"}', 'fileInfo.alternativText is not known. Did you mean alternativeText?'],
    ['{"url":"http://elsewhere.example"}', 'fileInfo.url is not known'],
    ['{"caption":7}', 'caption'],
  ])('refuses %s as fileInfo and stores nothing', async (value, message) => {
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
    ['too little said', [file(pixel, 'a.png'), file(pixel, 'b.png'), { name: 'fileInfo', value: '{}' }], '1 fileInfo'],
    [
      'too much said',
      [file(pixel, 'a.png'), ...['{}', '{}'].map((value) => ({ name: 'fileInfo', value }))],
      '2 fileInfo',
    ],
  ])('refuses a request with %s', async (_what, sent, message) => {
    const { status, body } = await service.ask('POST /api/upload', sent)
    expect([status, body.error.name]).toEqual([400, 'ValidationError'])
    expect(body.error.message).toContain(message)
  })

  it('gives files to an entry: the cover is replaced, attachments are joined', async () => {
    const [one, two] = [await upload(pixel, 'one.png'), await upload(pixel, 'two.png')]
    const id = await article({ cover: one.id, attachments: [two.id, one.id] })
    const give = (field: string, name: string) =>
      service.ask('POST /api/upload', [
        file(pixel, name),
        { name: 'ref', value: 'api::article.article' },
        { name: 'refId', value: String(id) },
        { name: 'field', value: field },
      ])
    expect((await give('cover', 'new.png')).status).toBe(200)
    await give('attachments', 'three.png')
    await give('attachments', 'four.png')
    expect(await mediaOf(id)).toEqual({
      cover: 'new.png',
      attachments: ['two.png', 'three.png', 'four.png', 'one.png'],
    })
    const { status, body } = await service.ask('POST /api/upload', [
      file('hello', 'note.txt'),
      { name: 'ref', value: 'api::article.article' },
      { name: 'refId', value: String(id) },
      { name: 'field', value: 'cover' },
    ])
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('cover only allows images')])
    expect(await mediaOf(id)).toMatchObject({ cover: 'new.png' })
  })

  it.each([
    [{ ref: 'api::artikle.article', refId: '1', field: 'cover' }, 'ref must be the uid of a content type'],
    [{ ref: 'api::article.article', refId: 'x', field: 'cover' }, 'refId must be the id of an entry'],
    [
      { ref: 'api::article.article', refId: '900001', field: 'cover' },
      'There is no api::article.article with the id 900001',
    ],
    [{ ref: 'api::article.article', refId: '1', field: 'covr' }, 'Did you mean cover?'],
    [
      { ref: 'api::article.article', refId: '1', field: 'title' },
      'field must be a media attribute of api::article.article',
    ],
    [{ ref: 'api::article.article' }, '2 errors'],
  ])('refuses %j as the place of a file and stores nothing', async (fields, message) => {
    const before = await service.stored()
    const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
    const { status, body } = await service.ask('POST /api/upload', [file(pixel, 'a.png'), ...parts])
    expect(status).toBe(400)
    expect(body.error.message).toContain(message)
    expect(await service.stored()).toEqual(before)
  })

  it('lists and reads records as bare values, with the filters, fields, sorts and pages of every list', async () => {
    const { id } = await upload('listed', 'listed.txt')
    await upload('listed too', 'listed-too.txt')
    const list = 'GET /api/upload/files?filters[name][$startsWith]=listed&fields[0]=name'
    expect((await service.ask(`${list}&sort=name:desc`)).body).toEqual([
      { id, name: 'listed.txt' },
      { id: id + 1, name: 'listed-too.txt' },
    ])
    expect((await service.ask(`${list}&sort=id&pagination[pageSize]=1`)).body).toEqual([{ id, name: 'listed.txt' }])
    expect((await service.ask(`GET /api/upload/files/${id}?fields=name`)).body).toEqual({ id, name: 'listed.txt' })
    expect(await service.ask('GET /api/upload/files?filters[nme]=x')).toMatchObject({ status: 400 })
    expect(await service.ask('GET /api/upload/files?foo=x')).toMatchObject({ status: 400 })
    expect(await service.ask('HEAD /api/upload/files')).toMatchObject({ status: 200 })
  })

  it('says what is not there, and what is not allowed at a path', async () => {
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

  it('changes what is said of a file', async () => {
    const { id, hash, url } = await upload(pixel, 'before.png')
    const { body } = await service.ask(`POST /api/upload?id=${id}`, [
      { name: 'fileInfo', value: '{"name":"info.png","alternativeText":"new alt","caption":"new cap"}' },
    ])
    expect(body).toMatchObject({ id, name: 'info.png', alternativeText: 'new alt', caption: 'new cap', hash, url })
    const json = await service.ask(`POST /api/upload?id=${id}`, { fileInfo: { alternativeText: 'json alt' } })
    expect(json.body).toMatchObject({ id, name: 'info.png', alternativeText: 'json alt', caption: 'new cap' })
  })

  it('replaces the content of a file: its id, its address and what was said of it stay', async () => {
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

  it('deletes a file from all entries, its record, and everything stored of it', async () => {
    const wide = await upload(png(1200, 800), 'gone.png')
    const id = await article({ cover: wide.id, attachments: [wide.id] })
    const { status, body } = await service.ask(`DELETE /api/upload/files/${wide.id}`)
    expect([status, body]).toEqual([200, wide])
    expect(await mediaOf(id)).toEqual({ cover: null, attachments: [] })
    expect((await service.stored()).filter((name) => name.includes(wide.hash))).toEqual([])
    expect((await service.ask(`GET ${wide.url}`)).status).toBe(404)
    expect((await service.ask(`GET /api/upload/files/${wide.id}`)).status).toBe(404)
  })

  it('writes entries with files in one form', async () => {
    const other = await upload(pixel, 'other.png')
    const data = { title: 'From a form', attachments: [other.id], seo: { metaTitle: 'x' } }
    const { status, body } = await service.ask('POST /api/articles?populate[0]=cover&populate[1]=attachments', [
      { name: 'data', value: JSON.stringify(data) },
      file(pixel, 'mc.png', 'files.cover'),
      file('text', 'ma.txt', 'files.attachments'),
      file(pixel, 'mb.png', 'files.attachments'),
    ])
    expect(status).toBe(200)
    const { id } = body.data
    expect(await mediaOf(id)).toEqual({ cover: 'mc.png', attachments: ['other.png', 'ma.txt', 'mb.png'] })
    const put = await service.ask(`PUT /api/articles/${id}`, [
      { name: 'data', value: '{}' },
      file(pixel, 'again.png', 'files.cover'),
    ])
    expect(put.status).toBe(200)
    expect(await mediaOf(id)).toMatchObject({ cover: 'again.png' })
  })

  it('gives files to components in a form', async () => {
    const data = {
      title: 'With components',
      seo: { metaTitle: 'x' },
      zone: [
        { __component: 'blocks.quote', text: 'x' },
        { __component: 'blocks.gallery', title: 'x' },
      ],
    }
    const { status, body } = await service.ask(
      'POST /api/articles?populate[seo][populate]=*&populate[zone][populate]=*',
      [
        { name: 'data', value: JSON.stringify(data) },
        file(pixel, 'meta.png', 'files.seo.metaImage'),
        file(pixel, 'one.png', 'files.zone.1.images'),
        file(pixel, 'two.png', 'files.zone.1.images'),
      ],
    )
    expect([status, body.error]).toEqual([200, undefined])
    const { seo, zone } = body.data.attributes
    expect(seo.metaImage.data.attributes.name).toBe('meta.png')
    const names = zone[1].images.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name)
    expect(names).toEqual(['one.png', 'two.png'])
  })

  it('gives files to all localizations where they share them', async () => {
    const id = await article({ locale: 'en' })
    const { body } = await service.ask(`POST /api/articles/${id}/localizations`, { locale: 'fr', title: 'Un article' })
    await service.ask('POST /api/upload', [
      file(pixel, 'shared.png'),
      { name: 'ref', value: 'api::article.article' },
      { name: 'refId', value: String(body.id) },
      { name: 'field', value: 'cover' },
    ])
    expect(await mediaOf(id)).toMatchObject({ cover: 'shared.png' })
  })

  it.each([
    ['no data', [file(pixel, 'a.png', 'files.cover')], 'Missing "data"'],
    ['data that is no JSON', [{ name: 'data', value: '{bad' }], 'JSON'],
    ['data that is no object', [{ name: 'data', value: '[]' }], 'must be a JSON object'],
    [
      'a file without the prefix',
      [{ name: 'data', value: '{"title":"A form"}' }, file(pixel, 'a.png', 'cover')],
      '"files.<attribute>"',
    ],
    [
      'a file for no attribute',
      [{ name: 'data', value: '{"title":"A form"}' }, file(pixel, 'a.png', 'files.covr')],
      'Did you mean cover?',
    ],
    [
      'a file for a text',
      [{ name: 'data', value: '{"title":"A form"}' }, file(pixel, 'a.png', 'files.title')],
      'files.title is not a media',
    ],
    [
      'a component that is not there',
      [{ name: 'data', value: '{"title":"A form"}' }, file(pixel, 'a.png', 'files.seo.image')],
      "doesn't have",
    ],
    [
      'a file of another kind',
      [{ name: 'data', value: '{"title":"A form"}' }, file('text', 'a.txt', 'files.cover')],
      'cover only allows images',
    ],
    [
      'an entry that is not valid',
      [{ name: 'data', value: '{"rating":5}' }, file(pixel, 'a.png', 'files.cover')],
      'title',
    ],
    [
      'an unknown field',
      [
        { name: 'data', value: '{"title":"A form"}' },
        { name: 'dta', value: '1' },
      ],
      '"dta" is not known',
    ],
  ])('writes nothing of a form with %s', async (_what, parts, message) => {
    const count = async () => (await service.ask('GET /api/articles?pagination[pageSize]=1')).body.meta.pagination.total
    const files = async () => (await service.ask('GET /api/upload/files?fields=id')).body.length
    const before = [await count(), await files(), await service.stored()]
    const { status, body } = await service.ask('POST /api/articles', parts)
    expect(status).toBe(400)
    expect(body.error.message).toContain(message)
    expect([await count(), await files(), await service.stored()]).toEqual(before)
  })
})
