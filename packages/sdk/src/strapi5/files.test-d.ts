import { expectTypeOf, it } from 'vitest'
import { createClient } from '../index.js'
import { files, strapi5, upload } from './index.js'

const api = createClient({ baseURL: 'https://cms.example.org', api: strapi5() }).with(files()).with(upload())

it('files have a documentId, and are addressed by their number', async () => {
  const [uploaded] = await api.upload(new Blob())
  expectTypeOf(uploaded!.documentId).toBeString()
  expectTypeOf(uploaded!.focalPoint).toEqualTypeOf<{ readonly x: number; readonly y: number } | null | undefined>()
  expectTypeOf((await api.files.findOne(uploaded!.id)).documentId).toBeString()
  expectTypeOf((await api.files.update(1, { caption: 'x' })).documentId).toBeString()
  expectTypeOf(await api.files.find({ fields: ['name'], filters: { documentId: 'a' } })).toEqualTypeOf<
    { id: number; documentId: string; name: string }[]
  >()
  const { data } = await api.files.page({ fields: ['url'], sort: 'documentId', pagination: { pageSize: 5 } })
  expectTypeOf(data).toEqualTypeOf<{ id: number; documentId: string; url: string }[]>()
  // @ts-expect-error -- Strapi 5 finds files by their number
  await api.files.findOne('documentid')
  // @ts-expect-error -- no such attribute
  await api.files.find({ filters: { naem: 'x' } })
})
