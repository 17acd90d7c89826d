import { describe } from 'vitest'
import { editor, expect, scenario } from './strapi.js'

const api = editor()
const text = (content: string, name: string) => new File([content], name, { type: 'text/plain' })

describe('files', () => {
  scenario('are uploaded, listed, edited, replaced and deleted', async () => {
    const [file, second] = await api.upload([text('one', 'one.txt'), text('two', 'two.txt')], {
      info: [{ caption: 'first' }, { caption: 'second' }],
    })
    expect([file?.name, file?.caption, second?.caption]).toEqual(['one.txt', 'first', 'second'])
    const id = file?.id ?? 0
    expect(await api.files.findOne(id)).toMatchObject({ id, name: 'one.txt', mime: 'text/plain' })
    const listed = await api.files.find({ filters: { name: { $endsWith: '.txt' } }, sort: 'name:desc', limit: 1 })
    expect(listed.map(({ name }) => name)).toEqual(['two.txt'])
    const info = { name: 'renamed.txt', alternativeText: 'a text' }
    expect(await api.files.update(id, info)).toMatchObject({ id, ...info })
    const replaced = await api.files.replace(id, text('longer than before', 'three.txt'), { info: { caption: 'new' } })
    expect([replaced.id, replaced.caption, replaced.url]).toEqual([id, 'new', expect.stringContaining('.txt')])
    expect(await api.files.delete(id)).toMatchObject({ id })
    await expect(api.files.findOne(id)).rejects.toMatchObject({ status: 404 })
    await api.files.delete(second?.id ?? 0)
  })

  scenario('are listed by page', async () => {
    const [file] = await api.upload(text('x', 'page.txt'))
    const query = { filters: { name: { $eq: 'page.txt' } }, fields: ['name'], pagination: { pageSize: 5 } } as const
    const { data, meta } = await api.files.page(query)
    expect([data[0]?.name, meta.pagination.total]).toEqual(['page.txt', 1])
    await api.files.delete(file?.id ?? 0)
  })

  scenario('are linked to entries by their id', async () => {
    const [file] = await api.upload(text('x', 'linked.txt'))
    const articles = api.collection('articles')
    const { documentId } = await articles.create({ title: 'With files', attachments: [file?.id ?? 0] })
    const { attachments } = await articles.findOne(documentId, { populate: { attachments: { fields: ['name'] } } })
    expect(attachments.map(({ name }) => name)).toEqual(['linked.txt'])
    await articles.update(documentId, { attachments: [] })
    await api.files.delete(file?.id ?? 0)
  })
})
