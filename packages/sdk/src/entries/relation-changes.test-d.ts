import { describe, expectTypeOf, it } from 'vitest'
import { createClient, type RelationChanges, relationChanges } from '../index.js'
import type { ContentTypes } from '../../test/fixtures/content-types.gen.js'

const articles = createClient<ContentTypes>({ baseURL: '' }).collection('articles')

describe('the changes of a relation', () => {
  it('accept ids and populated entries', async () => {
    const { tags } = await articles.findOne(1, { populate: { tags: { fields: ['name'] } } })
    expectTypeOf(relationChanges(tags, [1, { id: 2 }])).toEqualTypeOf<RelationChanges>()
    // @ts-expect-error -- a name is not an entry
    relationChanges(tags, ['oslo'])
  })

  it('are accepted by ordered relations only', () => {
    void articles.update(1, { tags: relationChanges([1], [2]) })
    // @ts-expect-error -- a to-one relation has no order
    void articles.update(1, { author: relationChanges([1], [2]) })
    // @ts-expect-error -- media accept only ids
    void articles.update(1, { attachments: relationChanges([1], [2]) })
  })
})
