import { isRecord } from '../../check/read.js'
import { make, makeMany } from '../../fixtures/maker.js'
import { scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

/** An article whose relations are all set, some over several levels, and an article without relations. */
export const shelf = (t: ScenarioContext) =>
  t.fixtures.get('shelf', async (session) => {
    const root = await make(session, 'category', { name: 'root', rank: 1 })
    const leaf = await make(session, 'category', { name: 'leaf', rank: 2, parent: root.id })
    const tags = await makeMany(session, 'tag', [
      { name: 'b', weight: 1 },
      { name: 'c', weight: 3 },
      { name: 'a', weight: 2 },
    ])
    const detail = await make(session, 'detail', { note: 'detail' })
    const related = await make(session, 'article', { title: 'related', category: root.id })
    const ids = tags.map(({ id }) => id)
    const article = await make(session, 'article', {
      title: 'whole',
      category: leaf.id,
      tags: ids,
      detail: detail.id,
      mainTag: ids[0],
      wayTags: [ids[2], ids[1]],
      related: [related.id],
    })
    const bare = await make(session, 'article', { title: 'bare' })
    return {
      marker: session.marker,
      article: article.id,
      bare: bare.id,
      root: root.id,
      leaf: leaf.id,
      tags: ids,
      detail: detail.id,
      related: related.id,
    }
  })

export type Shelf = Awaited<ReturnType<typeof shelf>>

export const relations = ['category', 'tags', 'detail', 'mainTag', 'wayTags', 'related'] as const
export const expectedIds = (s: Shelf) => ({
  category: s.leaf,
  tags: s.tags,
  detail: s.detail,
  mainTag: s.tags[0],
  wayTags: [s.tags[2], s.tags[1]],
  related: [s.related],
})

/** Returns a scenario about `populate` that reads the entries of `shelf`. */
export const populating = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext, s: Shelf) => Promise<void>,
) => scenario({ id: `rest.populate.${id}`, clauses, title, run: async (t) => run(t, await shelf(t)) })

export const keysOf = (value: unknown) => (isRecord(value) ? Object.keys(value) : [])
