import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendHalf } from '../support/half-upload.js'
import { png } from '../../../../tests/support/png.js'
import { databases } from '../../../../tests/support/postgres.js'
import { file, openUploadService, type UploadService } from '../support/upload-service.js'

const pixel = png(1, 1)
const large = Buffer.alloc(1_000_000)
const data = (value: object) => ({ name: 'data', value: JSON.stringify(value) })

describe.each(await databases())('the order of parts on $name', ({ connection }) => {
  let service: UploadService

  beforeAll(async () => {
    service = await openUploadService(connection)
  })
  afterAll(() => service.close())

  it('is free in forms of entries: files may come before and after the attributes', async () => {
    const attributes = data({ title: 'Both ways', seo: { metaTitle: 'x' } })
    const [cover, image] = [file(pixel, 'cover.png', 'files.cover'), file(pixel, 'image.png', 'files.seo.metaImage')]
    for (const parts of [
      [attributes, cover, image],
      [cover, image, attributes],
      [cover, attributes, image],
    ]) {
      const { status, body } = await service.ask(
        'POST /api/articles?populate[0]=cover&populate[1]=seo.metaImage',
        parts,
      )
      expect([status, body.error]).toEqual([200, undefined])
      const { title, cover, seo } = body.data.attributes
      const names = [cover.data.attributes.name, seo.metaImage.data.attributes.name]
      expect([title, ...names]).toEqual(['Both ways', 'cover.png', 'image.png'])
      const put = await service.ask(`PUT /api/articles/${body.data.id}?populate=cover`, [
        file(pixel, 'next.png', 'files.cover'),
        data({}),
      ])
      expect([put.status, put.body.data.attributes.cover.data.attributes.name]).toEqual([200, 'next.png'])
    }
  })

  it('is free in forms of files: the information about a file may come after it', async () => {
    const { body: article } = await service.ask('POST /api/articles', { data: { title: 'Taker' } })
    const about = [
      { name: 'fileInfo', value: '{"caption":"said later"}' },
      { name: 'ref', value: 'api::article.article' },
      { name: 'refId', value: String(article.data.id) },
      { name: 'field', value: 'cover' },
    ]
    for (const parts of [
      [...about, file(pixel, 'a.png')],
      [file(pixel, 'b.png'), ...about],
    ]) {
      const { status, body } = await service.ask('POST /api/upload', parts)
      expect([status, body[0].caption]).toEqual([200, 'said later'])
      const found = await service.ask(`GET /api/articles/${article.data.id}?populate=cover`)
      expect(found.body.data.attributes.cover.data.id).toBe(body[0].id)
    }
  })

  it.each([
    ['before the attributes: a missing attribute', [file(large, 'a.png', 'files.covr')], 'Did you mean cover?'],
    ['before the attributes: no prefix', [file(large, 'a.png', 'cover')], '"files.<attribute>"'],
    ['before the attributes: inside a media attribute', [file(large, 'a.png', 'files.cover.x')], 'not a media'],
    ['before the attributes: a string attribute', [file(large, 'a.png', 'files.title')], 'not a media'],
    [
      'after the attributes: a component that they lack',
      [data({ title: 'x' }), file(large, 'a.png', 'files.seo.metaImage')],
      'component',
    ],
    ['after attributes that are not an object', [data([]), file(large, 'a.png', 'files.cover')], 'JSON object'],
    ['after an unknown part', [data({}), { name: 'x', value: '' }, file(large, 'a.png', 'files.cover')], '"x"'],
  ])('a file that no attribute accepts is rejected before it is stored: %s', async (_title, parts, message) => {
    const { status, body, held } = await sendHalf(service, '/api/articles', parts)
    expect([status, held]).toEqual([400, []])
    expect(body).toContain(message.replaceAll('"', '\\"'))
  })

  it('is fixed in GraphQL: the operation and the map come before the files', async () => {
    const query = 'mutation ($f: Upload!) { upload(file: $f) { data { attributes { name } } } }'
    const operations = { name: 'operations', value: JSON.stringify({ query, variables: { f: null } }) }
    const map = { name: 'map', value: '{"0":["variables.f"]}' }
    const { body } = await service.ask('POST /graphql', [operations, map, file(pixel, 'a.png', '0')])
    expect(body).toEqual({ data: { upload: { data: { attributes: { name: 'a.png' } } } } })
    for (const parts of [
      [file(large, 'a.png', '0'), operations, map],
      [operations, file(large, 'a.png', '0'), map],
    ]) {
      const { status, body: error, held } = await sendHalf(service, '/graphql', parts)
      expect([status, held]).toEqual([400, []])
      expect(error).toContain('must come before the files')
    }
  })
})
