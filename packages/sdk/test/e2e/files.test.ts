import { describe, expect, it } from 'vitest'
import { AbortError, createClient, files, type Progress, upload } from '../../src/index.js'
import { mediaURL, srcset } from '../../src/media.js'
import { png } from '../../../../tests/support/png.js'
import type { ContentTypes } from './content-types.gen.js'
import { services, tokens } from './services.js'

const text = (content: string, name: string) => new File([content], name, { type: 'text/plain' })

describe.each(await services())('files of $name', ({ start }) => {
  const url = start()
  const client = () => createClient<ContentTypes>({ baseURL: url(), token: tokens.full }).with(upload()).with(files())
  const remove = (id: number) => client().files.delete(id)

  it('are uploaded together with their metadata and downloaded unchanged', async () => {
    const progress: Progress[] = []
    const uploaded = await client().upload([text('one', 'one.txt'), text('two', 'two.txt')], {
      info: [{ caption: 'a number' }, { caption: 'a number' }],
      onProgress: (seen) => progress.push(seen),
    })
    const byName = uploaded.toSorted((a, b) => a.name.localeCompare(b.name))
    expect(byName.map(({ name, caption }) => [name, caption])).toEqual([
      ['one.txt', 'a number'],
      ['two.txt', 'a number'],
    ])
    expect(progress.at(-1)).toEqual({ loaded: 6, total: 6 })
    const read = async (file: (typeof uploaded)[number]) => (await fetch(mediaURL(file, url()))).text()
    expect(await Promise.all(byName.map(read))).toEqual(['one', 'two'])
    for (const { id } of uploaded) await remove(id)
  })

  it('are attached to an entry by the upload, and list the sizes of an image', async () => {
    const articles = client().collection('articles')
    const article = await articles.create({ title: 'With a picture' })
    const to = { type: 'api::article.article', id: article.id, attribute: 'cover' }
    const file = new File([new Uint8Array(png(800, 600))], 'red.png', { type: 'image/png' })
    try {
      const images = await client().upload(file, { to })
      const { cover } = await articles.findOne(article.id, { populate: ['cover'] })
      expect(cover).toMatchObject({ width: 800, height: 600, mime: 'image/png' })
      expect(srcset(cover!, url())).toMatch(/thumbnail_\S+ 208w, .*small_\S+ 500w, .* 800w$/)
      expect((await fetch(mediaURL(cover!, url(), 'small'))).headers.get('content-type')).toBe('image/png')
      expect(images.map(({ id }) => id)).toEqual([cover?.id])
      for (const { id } of images) await remove(id)
    } finally {
      await articles.delete(article.id)
    }
  })

  it('leave nothing behind when their upload is aborted', async () => {
    const stored = () => client().files.find()
    const before = await stored()
    const controller = new AbortController()
    const sentByHalf: typeof fetch = async (address, init) => {
      const form = new Response(init?.body)
      const headers = new Headers(init?.headers)
      headers.set('content-type', form.headers.get('content-type')!)
      const bytes = new Uint8Array(await form.arrayBuffer())
      async function* half() {
        yield bytes.subarray(0, bytes.length / 2)
        controller.abort('gone')
        await new Promise(() => undefined)
      }
      return fetch(address, { ...init, headers, body: half(), duplex: 'half' } as never)
    }
    const file = new File([new Uint8Array(5_000_000)], 'aborted.bin')
    const call = client().upload(file, { signal: controller.signal, fetch: sentByHalf })
    await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: 'gone' })
    expect((await stored()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  it('are listed, read, edited, replaced and deleted', async () => {
    const api = client()
    const uploaded = await api.upload(text('one', 'to-edit.txt'), { info: { caption: 'a number' } })
    const { id } = uploaded.at(0)!
    expect(await api.files.find({ filters: { name: 'to-edit.txt' }, sort: 'name' })).toMatchObject([{ id }])
    expect(await api.files.find({ filters: { id: { $in: [] } } })).toEqual([])
    expect(await api.files.findOne(id)).toMatchObject({ id, name: 'to-edit.txt', mime: 'text/plain' })

    const edited = await api.files.update(id, { name: 'edited.txt', alternativeText: 'One' })
    expect(edited).toMatchObject({ id, name: 'edited.txt', alternativeText: 'One', caption: 'a number' })

    const progress: Progress[] = []
    const onProgress = (seen: Progress) => progress.push(seen)
    const replaced = await api.files.replace(id, text('another one', 'another.txt'), { onProgress })
    expect(replaced.id).toBe(id)
    expect(progress.at(-1)).toEqual({ loaded: 11, total: 11 })
    expect(await (await fetch(mediaURL(await api.files.findOne(id), url()))).text()).toBe('another one')

    expect((await api.files.delete(id)).id).toBe(id)
    await expect(api.files.findOne(id)).rejects.toMatchObject({ status: 404 })
    await expect(api.files.delete(id)).rejects.toMatchObject({ status: 404 })
    await expect(api.files.update(id, { name: 'x' })).rejects.toMatchObject({ status: 404 })
  })

  it('are not sent after an abort', async () => {
    const signal = AbortSignal.abort('gone')
    await expect(client().upload(text('never', 'never.txt'), { signal })).rejects.toThrow(AbortError)
  })
})

// Not for a real Strapi, which orders small files by the time of their writing and swaps their captions.
describe.each((await services()).filter(({ real }) => !real))('several files of $name', ({ start }) => {
  const url = start()

  it('keep their order and their metadata', async () => {
    const client = createClient({ baseURL: url(), token: tokens.full }).with(upload())
    const files = await client.upload([text('one', 'one.txt'), text('two', 'two.txt')], {
      info: [{ caption: 'the first' }, { caption: 'the second' }],
    })
    expect(files.map(({ name, caption }) => [name, caption])).toEqual([
      ['one.txt', 'the first'],
      ['two.txt', 'the second'],
    ])
  })
})
