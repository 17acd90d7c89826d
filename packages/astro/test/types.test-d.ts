import { describe, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { ContentTypes } from '../../sdk/test/fixtures/content-types.gen.js'
import type { ContentApi } from '../src/index.js'
import { contentLoader } from '../src/loader/index.js'

describe('a loader', () => {
  test('has the type of the entries that the query returns', () => {
    const content = contentLoader<ContentTypes>({ url: process.env['CMS_URL'] })
    const loader = content.collection('articles', { fields: ['title'], populate: { author: { fields: ['name'] } } })
    type Entry = z.infer<(typeof loader)['schema']>
    expectTypeOf<Entry['title']>().toEqualTypeOf<string>()
    expectTypeOf<Entry['author']>().toEqualTypeOf<{ id: number; name: string } | null>()
    const drafts = content.collection('articles', () => ({ publicationState: 'preview' }), { id: 'slug' })
    expectTypeOf<z.infer<(typeof drafts)['schema']>['title']>().toEqualTypeOf<string | null>()
    // @ts-expect-error -- no such content type
    content.collection('article')
    // @ts-expect-error -- no such attribute
    content.collection('articles', { fields: ['titel'] })
  })

  test('has documents of Strapi 5', () => {
    const content = contentLoader<ContentTypes>({ api: 'strapi5' })
    const loader = content.single('homepage', { status: 'draft' })
    expectTypeOf<z.infer<(typeof loader)['schema']>['documentId']>().toEqualTypeOf<string>()
  })
})

test('the client of a request has the extensions of the options', () => {
  expectTypeOf<ContentApi<ContentTypes>['auth']['login']>().toBeFunction()
  expectTypeOf<ContentApi<ContentTypes>>().toHaveProperty('upload')
  expectTypeOf<ContentApi<ContentTypes, 'strapi5', false>>().not.toHaveProperty('auth')
  expectTypeOf<ContentApi<ContentTypes, 'strapi4', 'sessions'>['auth']>().toHaveProperty('sessions')
})
