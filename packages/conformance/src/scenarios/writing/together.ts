import type { Exchange } from '../../target/exchange.js'
import { scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

const populate = ['category', 'tags', 'mainTag', 'related', 'seo', 'links', 'zone']

/** Returns the values, relations and components of an article, without the ids of components. */
function contentOf(t: ScenarioContext, response: Exchange): unknown {
  const entry = t.entry(response)
  const { title, rank, seo, links, zone } = entry.attributes
  const related = Object.fromEntries(
    ['category', 'tags', 'mainTag', 'related'].map((name) => [name, t.related(response, entry, name)]),
  )
  return JSON.parse(
    JSON.stringify({ title, rank, ...related, seo, links, zone }, (key, value: unknown) =>
      key === 'id' ? undefined : value,
    ),
  )
}

/** Writes of attributes of several kinds in one body. */
export const togetherScenarios = [
  scenario({
    id: 'rest.together.write',
    title: 'A create and an update store everything that their bodies name',
    clauses: ['4.1/create', '4.1/update', '4.1/r2-relations', '4.1/r3-relations'],
    needs: ['components'],
    run: async (t) => {
      const tags = (await t.makeMany('tag', [{ name: 'a' }, { name: 'b' }, { name: 'c' }])).map(({ id }) => id)
      const categories = (await t.makeMany('category', [{ name: 'a' }, { name: 'b' }])).map(({ id }) => id)
      const [related] = await t.makeMany('article', [{ title: 'related' }])
      const body = (step: 0 | 1) => ({
        title: `step ${step}`,
        rank: step,
        category: categories[step],
        tags: step === 0 ? tags.slice(0, 2) : tags.slice(1),
        mainTag: tags[step],
        related: step === 0 ? [] : [related?.id],
        seo: { metaTitle: `seo ${step}`, metaDescription: null },
        links: [{ label: `link ${step}`, url: null }],
        zone: [{ __component: 'conf.note', heading: `note ${step}` }],
      })
      const { id } = t.entry(await t.create('article', body(0)))
      for (const step of [0, 1] as const) {
        if (step === 1) t.entry(await t.update('article', id, body(step)))
        const response = await t.read('article', id, { populate })
        t.equal(response, 'The stored entry differs from the body', contentOf(t, response), body(step))
      }
    },
  }),
]
