import { describe, expectTypeOf, it } from 'vitest'
import { createClient, type RelationChanges, relationChanges } from '../index.js'
import type { ContentTypes } from '../../test/fixtures/content-types.gen.js'

const articles = createClient<ContentTypes>({ baseURL: '' }).collection('articles')

describe('the changes of a relation', () => {
  it('come of ids and of populated entries', async () => {
    const { tags } = await articles.findOne(1, { populate: { tags: { fields: ['name'] } } })
    expectTypeOf(relationChanges(tags, [1, { id: 2 }])).toEqualTypeOf<RelationChanges>()
    // @ts-expect-error -- a name is no entry
    relationChanges(tags, ['oslo'])
  })

  it('are taken where there is an order', () => {
    void articles.update(1, { tags: relationChanges([1], [2]) })
    // @ts-expect-error -- a relation to one has none
    void articles.update(1, { author: relationChanges([1], [2]) })
    // @ts-expect-error -- media take ids alone
    void articles.update(1, { attachments: relationChanges([1], [2]) })
  })
})
