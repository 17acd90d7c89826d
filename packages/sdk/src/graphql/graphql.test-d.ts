import type { DocumentTypeDecoration, TypedDocumentNode } from '@graphql-typed-document-node/core'
import { describe, expectTypeOf, it } from 'vitest'
import { createClient } from '../client.js'
import { createUrqlClient, flat } from '../urql/index.js'
import type { GraphQLDocument } from './document.js'
import type { Flattened } from './flatten.js'
import { graphql } from './graphql.js'

const api = createClient({ baseURL: 'https://cms.example.org' }).with(graphql())
const urql = createUrqlClient({ api })

interface Tags {
  tags: { data: { id: string; attributes: { name: string } | null }[] } | null
}
type FlatTags = { id: string; name: string }[] | null | undefined

/** As the client preset writes the variables of documents. */
type Exact<T extends Record<string, unknown>> = { [K in keyof T]: T[K] }
declare const withNone: GraphQLDocument<Tags, Exact<Record<string, never>>>
declare const withOptional: GraphQLDocument<Tags, Exact<{ sort?: string | null | undefined }>>
declare const withRequired: TypedDocumentNode<Tags, Exact<{ id: string | number; sort?: string | null | undefined }>>

describe('variables', () => {
  it('are those of the document, and optional if none is required', async () => {
    expectTypeOf((await api.graphql(withNone)).tags).toEqualTypeOf<Exclude<FlatTags, undefined>>()
    await api.graphql(withNone, {}, { timeout: 1 })
    await api.graphql(withOptional)
    await api.graphql(withOptional, { sort: 'name' })
    await api.graphql(withRequired, { id: 1, sort: 'name' })
    // @ts-expect-error -- a document without variables
    await api.graphql(withNone, { id: 1 })
    // @ts-expect-error -- id is required
    await api.graphql(withRequired)
    // @ts-expect-error -- likewise
    await api.graphql(withRequired, { sort: 'name' })
    // @ts-expect-error -- no variable of that name
    await api.graphql(withRequired, { id: 1, srot: 'name' })
    // @ts-expect-error -- sort is text
    await api.graphql(withRequired, { id: 1, sort: 1 })
  })

  it('of a document without types are not checked', async () => {
    const variables: { readonly name: string } = { name: 'x' }
    expectTypeOf(await api.graphql('{ tags { data { id } } }', variables)).toBeUnknown()
    expectTypeOf(await api.graphql<Tags>('{ tags { data { id } } }', { name: 'x' })).toEqualTypeOf<{
      tags: Exclude<FlatTags, undefined>
    }>()
    await api.graphql<Tags, { id: number }>('query ($id: ID!) { tag(id: $id) { data { id } } }', { id: 1 })
    // @ts-expect-error -- id is required
    await api.graphql<Tags, { id: number }>('query ($id: ID!) { tag(id: $id) { data { id } } }')
    // @ts-expect-error -- not a document
    await api.graphql(42)
  })
})

describe('documents for urql', () => {
  it('have typed results and variables', async () => {
    expectTypeOf((await urql.query(flat(withRequired), { id: 1 })).data?.tags).toEqualTypeOf<FlatTags>()
    // @ts-expect-error -- id is required
    void urql.query(flat(withRequired), {})
    expectTypeOf((await urql.query(flat('{ tags { data { id } } }'), {})).data).toBeUnknown()
  })

  it('are not subscriptions', () => {
    createUrqlClient({ baseURL: 'https://cms.example.org', suspense: true })
    // @ts-expect-error -- this API has no subscriptions
    createUrqlClient({ baseURL: 'https://cms.example.org', fetchSubscriptions: true })
  })
})

describe('fragments that graphql-codegen masks', () => {
  type FragmentType<D> =
    D extends DocumentTypeDecoration<infer T, never>
      ? [T] extends [{ ' $fragmentName'?: infer Name extends string }]
        ? { ' $fragmentRefs'?: Record<Name, T> }
        : never
      : never
  const useFragment = <T>(
    _: DocumentTypeDecoration<T, never>,
    masked: FragmentType<DocumentTypeDecoration<T, never>>,
  ) => masked as unknown as T

  type TagPart = Tags['tags'] extends { data: (infer T)[] } | null ? T & { ' $fragmentName'?: 'TagPart' } : never
  type TagsPart = { data: { id: string }[] } & { ' $fragmentName'?: 'TagsPart' }
  interface Masked {
    tags: { data: { ' $fragmentRefs'?: { TagPart: TagPart } }[] } | null
    all: { ' $fragmentRefs'?: { TagsPart: TagsPart } }
  }
  const part = {} as GraphQLDocument<TagPart, Record<string, never>>
  const parts = {} as GraphQLDocument<TagsPart, Record<string, never>>
  const response = {} as Flattened<Masked>

  it('are flattened, entries and lists', () => {
    const [tag] = response.tags ?? []
    if (!tag) return
    expectTypeOf(useFragment(flat(part), tag).name).toBeString()
    expectTypeOf(useFragment(flat(parts), response.all)[0]!.id).toBeString()
    // @ts-expect-error -- the fragment's own type has the wrappers that the response does not have
    useFragment(part, tag)
    // @ts-expect-error -- likewise
    useFragment(parts, response.all)
  })
})
