import { describe, expect, it } from 'vitest'
import { useUploadService } from '../support/media-actions.js'
import { png } from '../../../../tests/support/png.js'
import { databases } from '../../../../tests/support/postgres.js'
import { file } from '../support/upload-service.js'

const pixel = png(1, 1)

describe.each(await databases())('uploads to entries on $name', ({ connection }) => {
  const service = useUploadService(connection)
  const { upload, article, mediaOf } = service

  it('replace the file of a single media attribute, and add files to a multiple one', async () => {
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

  it('add the files of one request in its order, after the files of earlier requests', async () => {
    const [one, two] = [await upload(pixel, 'one.png'), await upload('two', 'two.txt')]
    const id = await article({ attachments: [two.id, one.id] })
    const place = { ref: 'api::article.article', refId: String(id), field: 'attachments' }
    const fields = Object.entries(place).map(([name, value]) => ({ name, value }))
    const request = (number: number) => [
      file(pixel, `${number}-a.png`),
      file('b', `${number}-b.txt`),
      file(pixel, `${number}-c.png`),
      file('d', `${number}-d.txt`),
    ]
    const query =
      'mutation ($files: [Upload]!, $ref: String, $refId: ID, $field: String) ' +
      '{ multipleUpload(files: $files, ref: $ref, refId: $refId, field: $field) { data { id } } }'
    const variables = { files: [null, null, null, null], ...place }
    const map = Object.fromEntries(variables.files.map((_, index) => [index, [`variables.files.${index}`]]))
    expect((await service.ask('POST /api/upload', [...request(1), ...fields])).status).toBe(200)
    const sent = [
      { name: 'operations', value: JSON.stringify({ query, variables }) },
      { name: 'map', value: JSON.stringify(map) },
      ...request(2).map((part, index) => ({ ...part, name: String(index) })),
    ]
    expect((await service.ask('POST /graphql', sent)).body.errors).toBeUndefined()
    expect((await service.ask('POST /api/upload', [...request(3), ...fields])).status).toBe(200)
    const added = [1, 2, 3].flatMap((number) => request(number).map(({ filename }) => filename))
    expect((await mediaOf(id)).attachments).toEqual(['two.txt', ...added, 'one.png'])
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
  ])('are rejected with %j as their target, and nothing is stored', async (fields, message) => {
    const before = await service.stored()
    const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
    const { status, body } = await service.ask('POST /api/upload', [file(pixel, 'a.png'), ...parts])
    expect(status).toBe(400)
    expect(body.error.message).toContain(message)
    expect(await service.stored()).toEqual(before)
  })

  it('write entries with files in one form', async () => {
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

  it('add files to components in a form', async () => {
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

  it('add files to all localizations if these share the attribute', async () => {
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
    ['data that is not JSON', [{ name: 'data', value: '{bad' }], 'The part "data" is not valid JSON: '],
    ['data that is not an object', [{ name: 'data', value: '[]' }], 'must be a JSON object'],
    [
      'a file without the prefix',
      [{ name: 'data', value: '{"title":"A form"}' }, file(pixel, 'a.png', 'cover')],
      '"files.<attribute>"',
    ],
    [
      'a file for a missing attribute',
      [{ name: 'data', value: '{"title":"A form"}' }, file(pixel, 'a.png', 'files.covr')],
      'Did you mean cover?',
    ],
    [
      'a file for a string attribute',
      [{ name: 'data', value: '{"title":"A form"}' }, file(pixel, 'a.png', 'files.title')],
      'files.title is not a media',
    ],
    [
      'a file for a missing component',
      [{ name: 'data', value: '{"title":"A form"}' }, file(pixel, 'a.png', 'files.seo.image')],
      "doesn't have",
    ],
    [
      'a file of a type that is not allowed',
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
  ])('write nothing of a form with %s', async (_what, parts, message) => {
    const count = async () => (await service.ask('GET /api/articles?pagination[pageSize]=1')).body.meta.pagination.total
    const files = async () => (await service.ask('GET /api/upload/files?fields=id')).body.length
    const before = [await count(), await files(), await service.stored()]
    const { status, body } = await service.ask('POST /api/articles', parts)
    expect(status).toBe(400)
    expect(body.error.message).toContain(message)
    expect([await count(), await files(), await service.stored()]).toEqual(before)
  })
})
