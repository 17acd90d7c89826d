import type { Attribute } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import type { ExplorerAttribute } from '../protocol.js'
import {
  asSaved,
  changedData,
  changedNames,
  type FieldState,
  formAttributes,
  formOf,
  type FormState,
  withChanges,
} from './form.js'

const attribute = (name: string, options: Attribute, writable = true): ExplorerAttribute => ({
  name,
  type: options.type,
  readable: options.type !== 'password',
  writable,
  sortable: false,
  operators: [],
  options,
})

const attributes = [
  attribute('title', { type: 'string', required: true }),
  attribute('rating', { type: 'decimal' }),
  attribute('secret', { type: 'password' }),
  attribute('extra', { type: 'json' }),
  attribute('author', { type: 'relation', relation: 'manyToOne', target: 'api::author.author' }),
  attribute('tags', { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' }),
  attribute('cover', { type: 'media', multiple: false, allowedTypes: ['images'] }),
  attribute('seo', { type: 'component', component: 'shared.seo', repeatable: false }),
  attribute('zone', { type: 'dynamiczone', components: ['shared.seo', 'hidden.one'] }),
]

const components = new Map([
  [
    'shared.seo',
    {
      attributes: [
        attribute('id', { type: 'integer' }, false),
        attribute('metaTitle', { type: 'string' }),
        attribute('image', { type: 'media', multiple: false, allowedTypes: ['images'] }),
        attribute('links', { type: 'component', component: 'shared.link', repeatable: true }),
      ],
    },
  ],
  ['shared.link', { attributes: [attribute('label', { type: 'string' })] }],
])

const componentOf = (uid: string) => components.get(uid)

const entry = {
  id: 7,
  title: 'Fjords',
  rating: 4.5,
  extra: { a: 1 },
  author: { id: 3, name: 'Ada' },
  tags: [
    { id: 1, name: 'sea' },
    { id: 2, name: 'ice' },
  ],
  cover: { id: 9, name: 'fjord.jpg' },
  seo: { id: 5, metaTitle: 'Fjords', image: { id: 9, name: 'fjord.jpg' }, links: [{ id: 1, label: 'more' }] },
  zone: [{ __component: 'shared.seo', id: 6, metaTitle: 'In the zone', image: null, links: [] }],
}

const form = formOf(attributes, entry, { componentOf, describe: (_, value) => ({ label: String(value['name']) }) })
const empty = formOf(attributes, {}, { componentOf, describe: () => ({}) })

/** The form after input. */
function typed(before: FormState, texts: Readonly<Record<string, string>>): FormState {
  const changes = Object.entries(texts).map(([name, text]): [string, FieldState] => {
    const field = before[name]
    if (!field || field.kind === 'related') throw new Error(`${name} is not a text field`)
    return [name, { ...field, text }]
  })
  return { ...before, ...Object.fromEntries(changes) }
}

const updateOf = (changed: FormState) => changedData(attributes, changed, { componentOf, fresh: false })

describe('the form of an entry', () => {
  it('shows its values, and the labels of related entries', () => {
    expect(form['title']).toMatchObject({ text: 'Fjords' })
    expect(form['rating']).toMatchObject({ text: '4.5' })
    expect(form['author']).toMatchObject({ items: [{ id: 3, label: 'Ada' }] })
    expect(form['tags']).toMatchObject({ items: [{ id: 1 }, { id: 2 }] })
  })

  it('shows components in the form of a request', () => {
    const seo = form['seo']
    expect(seo?.kind === 'json' && JSON.parse(seo.text)).toEqual({
      id: 5,
      metaTitle: 'Fjords',
      image: 9,
      links: [{ id: 1, label: 'more' }],
    })
  })

  it('has no fields for attributes that the service sets or that have other controls', () => {
    const all = [
      attribute('id', { type: 'integer' }, false),
      ...attributes,
      attribute('publishedAt', { type: 'datetime' }),
      attribute('locale', { type: 'string' }),
    ]
    expect(formAttributes(all)).toEqual(attributes)
  })
})

describe('the changes of a form', () => {
  it('are empty at first', () => {
    expect(updateOf(form)).toEqual({ data: {}, problems: [] })
    expect(changedNames(form)).toEqual([])
  })

  it('contain only the changed fields', () => {
    const changed = typed(form, { title: 'Glaciers', rating: '', secret: 'pass' })
    expect(updateOf(changed).data).toEqual({ title: 'Glaciers', rating: null, secret: 'pass' })
  })

  it('are empty after a value was changed back', () => {
    expect(updateOf(typed(typed(form, { title: 'x' }), { title: 'Fjords' })).data).toEqual({})
  })

  it('are empty if only the formatting of JSON was changed', () => {
    expect(updateOf(typed(form, { extra: '{"a":1}' })).data).toEqual({})
    expect(changedNames(typed(form, { extra: '{"a":1}' }))).toEqual([])
  })

  it('contain relations as connect and disconnect, and as ids for a new entry', () => {
    const tags = { kind: 'related', items: [{ id: 2 }, { id: 8 }] } as const
    const changed = { ...form, tags: { ...tags, initial: [{ id: 1 }, { id: 2 }] } }
    expect(updateOf(changed).data).toEqual({
      tags: { connect: [{ id: 8, position: { after: 2 } }], disconnect: [1] },
    })
    const created = changedData(attributes, { ...empty, tags: { ...tags, initial: [] } }, { componentOf, fresh: true })
    expect(created.data).toEqual({ tags: [2, 8] })
  })

  it('name the fields without a valid value', () => {
    const { data, problems } = updateOf(typed(form, { title: 'x', rating: 'four', extra: '{' }))
    expect(data).toEqual({ title: 'x' })
    expect(problems.map(({ path }) => path)).toEqual([['rating'], ['extra']])
  })

  it('contain components that match the model', () => {
    expect(updateOf(typed(form, { seo: '' })).data).toEqual({ seo: null })
    expect(updateOf(typed(form, { zone: '' })).data).toEqual({ zone: [] })
    expect(updateOf(typed(form, { seo: '{ "metaTitle": "New" }' })).data).toEqual({ seo: { metaTitle: 'New' } })
  })

  it.each([
    ['seo', '[]', ['seo'], /Enter a component/],
    ['seo', '{ "metaTitel": 1 }', ['seo', 'metaTitel'], /not an attribute.*metaTitle, image, links/],
    ['seo', '{ "links": {} }', ['seo', 'links'], /list of components/],
    ['seo', '{ "links": [{}, { "url": "" }] }', ['seo', 'links', 1, 'url'], /label/],
    ['zone', '{}', ['zone'], /list of components/],
    ['zone', '[{}]', ['zone', 0, '__component'], /^"__component" names the component: shared.seo$/],
    ['zone', '[{ "__component": "hidden.one" }]', ['zone', 0, '__component'], /shared.seo$/],
  ])('%s: %s is not valid', (name, text, path, message) => {
    const [problem] = updateOf(typed(form, { [name]: text })).problems
    expect(problem?.path).toEqual(path)
    expect(problem?.message).toMatch(message)
  })
})

describe('a saved form', () => {
  it('has no changes, and passwords are empty again', () => {
    const saved = asSaved(typed(form, { title: 'Glaciers', secret: 'pass' }), attributes)
    expect(changedNames(saved)).toEqual([])
    expect(saved['title']).toMatchObject({ text: 'Glaciers' })
    expect(saved['secret']).toMatchObject({ text: '' })
  })
})

describe('a form that was loaded again', () => {
  it('keeps the input, and takes over the changes of other users', () => {
    const earlier = typed(form, { title: 'Glaciers' })
    const reloaded = formOf(attributes, { ...entry, title: 'Seas', rating: 5 }, { componentOf, describe: () => ({}) })
    const merged = withChanges(reloaded, earlier)
    expect(merged['title']).toEqual({ kind: 'text', text: 'Glaciers', initial: 'Seas' })
    expect(updateOf(merged).data).toEqual({ title: 'Glaciers' })
  })
})
