import { describe, expect, it } from 'vitest'
import { article as baseArticle } from '../../test/article.js'
import type { ExplorerType } from '../protocol.js'
import { entryActions, type EntryCondition } from './entry-actions.js'

const article: ExplorerType = {
  ...baseArticle,
  draftAndPublish: true,
  localized: true,
  actions: ['find', 'findOne', 'create', 'update', 'delete', 'createLocalization'],
}
const homepage: ExplorerType = { ...article, kind: 'singleType', path: '/api/homepage', actions: ['find', 'update'] }

const condition = (change: Partial<EntryCondition> = {}): EntryCondition => ({
  type: article,
  address: { type: change.type ?? article, id: 7, locale: 'en' },
  title: 'Fjords',
  data: { title: 'x' },
  hasChanges: true,
  isNew: false,
  isDraft: true,
  isPublished: false,
  localizeTo: null,
  ...change,
})

const labels = (change: Partial<EntryCondition>) => entryActions(condition(change)).map(({ label }) => label)
const requestOf = (label: string, change: Partial<EntryCondition> = {}) =>
  entryActions(condition(change))
    .find((action) => action.label === label)
    ?.request()

describe('the actions of an entry', () => {
  it('are those that the identity may use', () => {
    expect(labels({})).toEqual(['Save', 'Publish', 'Delete'])
    expect(labels({ isPublished: true })).toEqual(['Save', 'Unpublish', 'Delete'])
    expect(labels({ isNew: true })).toEqual(['Create'])
    expect(labels({ type: { ...article, draftAndPublish: false } })).toEqual(['Save', 'Delete'])
    expect(labels({ type: { ...article, actions: ['find', 'findOne'] } })).toEqual([])
    expect(labels({ type: { ...article, actions: ['delete'] } })).toEqual(['Delete'])
    expect(labels({ type: { ...article, actions: ['update'] }, isNew: true })).toEqual([])
    expect(labels({ type: { ...article, actions: ['update'] }, localizeTo: 'fr' })).toEqual([])
    expect(labels({ type: homepage, isNew: true })).toEqual(['Create'])
  })

  it('include Save only if something has changed', () => {
    expect(entryActions(condition({ hasChanges: false })).map(({ isOff }) => isOff !== null)).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('the request', () => {
  it.each<[string, Partial<EntryCondition>, object]>([
    ['Save', {}, { method: 'PUT', path: '/api/articles/7', body: { data: { title: 'x' } } }],
    ['Unpublish', { isPublished: true }, { method: 'PUT', body: { data: { title: 'x', publishedAt: null } } }],
    ['Delete', {}, { method: 'DELETE', path: '/api/articles/7' }],
    [
      'Create',
      { isNew: true },
      { method: 'POST', path: '/api/articles', body: { data: { title: 'x', publishedAt: null, locale: 'en' } } },
    ],
    ['Create', { isNew: true, isDraft: false }, { body: { data: { title: 'x', locale: 'en' } } }],
    [
      'Create',
      { localizeTo: 'fr' },
      { method: 'POST', path: '/api/articles/7/localizations', body: { title: 'x', locale: 'fr' } },
    ],
    ['Save', { type: homepage }, { method: 'PUT', path: '/api/homepage', query: { locale: 'en' } }],
    ['Create', { type: homepage, localizeTo: 'fr' }, { method: 'POST', path: '/api/homepage/localizations' }],
  ])('of %s with %j', (label, change, request) => {
    const localizes = { type: { ...homepage, actions: [...homepage.actions, 'createLocalization' as const] } }
    const made = requestOf(label, change.type && change.localizeTo ? { ...change, ...localizes } : change)
    expect(made).toMatchObject(request)
  })

  it('of Publish contains the current time', () => {
    expect(requestOf('Publish')).toMatchObject({
      method: 'PUT',
      body: { data: { title: 'x', publishedAt: expect.stringMatching(/^\d{4}-.*Z$/) } },
    })
  })
})
