import { expectTypeOf, it } from 'vitest'
import type { ContentTypes } from '../../test/fixtures/content-types.gen.js'
import { allOf } from '../query/all-of.js'
import type { Returns } from './methods.js'
import type { ReactiveReads } from './reactive.js'

interface Data<T> {
  readonly data: T | undefined
}
interface Loaded extends Returns {
  readonly type: Data<this['entry']>
}
declare const reads: ReactiveReads<ContentTypes, 'flat', Loaded, { readonly lazy?: boolean }>
declare const search: { readonly value: string }

it('infers results from queries, and from functions that return queries', () => {
  const list = reads.find('articles', { fields: ['title'], populate: { author: { fields: ['name'] } } }, { lazy: true })
  expectTypeOf(list.data?.data[0]).toEqualTypeOf<
    { id: number; title: string; author: { id: number; name: string } | null } | undefined
  >()
  const found = reads.find('articles', () => ({ fields: ['title'], filters: { title: { $contains: search.value } } }))
  expectTypeOf(found.data?.data[0]).toEqualTypeOf<{ id: number; title: string } | undefined>()
  const searched = reads.find('articles', () => ({
    fields: ['title'],
    filters: allOf(search.value && { title: { $containsi: search.value } }),
  }))
  expectTypeOf(searched.data?.data[0]).toEqualTypeOf<{ id: number; title: string } | undefined>()
  const one = reads.findOne('articles', () => search.value, { fields: ['title'] })
  expectTypeOf(one.data).toEqualTypeOf<{ id: number; title: string } | undefined>()
  const first = reads.first('articles', () => ({ fields: ['title'], filters: { slug: 'a' } }))
  expectTypeOf(first.data).toEqualTypeOf<{ id: number; title: string } | undefined>()
  reads.single('homepage', {})
})

it('rejects mistakes', () => {
  // @ts-expect-error -- no such content type
  reads.find('artikles')
  // @ts-expect-error -- no such attribute
  reads.find('articles', { fields: ['titel'] })
  // @ts-expect-error -- no such attribute
  reads.find('articles', { filters: { titel: 'a' } })
  // @ts-expect-error -- no such parameter
  reads.find('articles', { fitlers: { title: 'a' } })
  // @ts-expect-error -- no such attribute
  reads.find('articles', () => ({ fields: ['titel'] }))
  // @ts-expect-error -- no such attribute
  reads.find('articles', () => ({ filters: { titel: 'a' } }))
  // @ts-expect-error -- no such relation
  reads.first('articles', () => ({ populate: { autor: true } }))
})

it('reads documents of Strapi 5', () => {
  const documents = reads as unknown as ReactiveReads<ContentTypes, 'strapi5', Loaded, object>
  const found = documents.find('articles', () => ({ fields: ['title'] }))
  expectTypeOf(found.data?.data[0]?.documentId).toEqualTypeOf<string | undefined>()
  expectTypeOf(documents.findOne('articles', 'abc').data?.title).toEqualTypeOf<string | undefined>()
})
