import { read } from '../../check/read.js'
import { scenario } from '../scenario.js'
import { keysOf, populating, relations } from './shelf.js'

/** Options and levels below a populated relation, inverse relations, writes and rejected parameters. */
export const populateBelowScenarios = [
  populating(
    'nested',
    ['4.3/populate-nested'],
    'populate[relation][populate][0] populates the next level',
    async (t, s) => {
      const response = await t.read('article', s.article, { populate: { category: { populate: ['parent'] } } })
      t.equal(
        response,
        'The nested relation differs',
        t.follow(response, t.entry(response), 'category', 'parent').id,
        s.root,
      )
    },
  ),
  populating(
    'nested-star',
    ['4.3/populate-nested-star', '4.3/populate-nested', '4.3/populate-star'],
    'populate[relation][populate]=* populates every relation of the next level',
    async (t, s) => {
      const response = await t.read('article', s.article, { populate: { category: { populate: '*' } } })
      const category = t.follow(response, t.entry(response), 'category')
      t.equal(
        response,
        'Relations of the next level differ',
        ['articles', 'children', 'parent'].map((name) => t.related(response, category, name)),
        [[s.article], [], s.root],
      )
    },
  ),
  populating(
    'dotted',
    ['4.3/populate-dotted-relation', '4.3/populate-nested'],
    'populate[0]=relation.nested populates the next level',
    async (t, s) => {
      const response = await t.read('article', s.article, { populate: ['category.parent'] })
      t.equal(
        response,
        'The nested relation differs',
        t.follow(response, t.entry(response), 'category', 'parent').id,
        s.root,
      )
    },
  ),
  populating('deep', ['4.3/populate-depth', '8/populate-depth'], 'Population works six levels deep', async (t, s) => {
    const populate = {
      category: {
        populate: {
          articles: {
            populate: {
              category: { populate: { parent: { populate: { articles: { populate: { category: true } } } } } },
            },
          },
        },
      },
    }
    const response = await t.read('article', s.article, { populate })
    const path = ['category', 'articles', 'category', 'parent', 'articles', 'category']
    t.equal(response, 'The sixth level differs', t.follow(response, t.entry(response), ...path).id, s.root)
  }),
  populating(
    'fields',
    ['4.3/populate-fields'],
    'populate[relation][fields] selects the fields of the populated entries',
    async (t, s) => {
      const response = await t.read('article', s.article, {
        populate: { tags: { fields: ['name'] }, category: { fields: ['rank'] } },
      })
      const entry = t.entry(response)
      t.equal(response, 'The tags have other fields', t.follow(response, entry, 'tags').attributes, { name: 'b' })
      const { attributes } = t.follow(response, entry, 'category')
      t.equal(response, 'The category has other fields', attributes, { rank: 2 })
    },
  ),
  populating('sort', ['4.3/populate-sort'], 'populate[relation][sort] sorts the populated entries', async (t, s) => {
    const names = async (sort: readonly string[]) => {
      const response = await t.read('article', s.article, { populate: { tags: { sort } } })
      const found = [t.relatedEntries(response, t.entry(response), 'tags')].flat()
      return { response, names: found.map((tag) => tag?.attributes['name']) }
    }
    const up = await names(['name:asc'])
    t.equal(up.response, 'The order differs', up.names, ['a', 'b', 'c'])
    const down = await names(['weight:desc'])
    t.equal(down.response, 'The order differs', down.names, ['c', 'a', 'b'])
  }),
  populating(
    'filters',
    ['4.3/populate-filters'],
    'populate[relation][filters] filters the populated entries',
    async (t, s) => {
      const response = await t.read('article', s.article, { populate: { tags: { filters: { weight: { $gte: 2 } } } } })
      t.equal(response, 'Other entries', t.related(response, t.entry(response), 'tags'), s.tags.slice(1))
      const none = await t.read('article', s.article, { populate: { tags: { filters: { name: { $eq: 'nobody' } } } } })
      t.equal(none, 'Entries that do not match', t.related(none, t.entry(none), 'tags'), [])
    },
  ),
  populating(
    'filters-to-one',
    ['4.3/populate-filters'],
    'A to-one relation whose target does not match is empty',
    async (t, s) => {
      const hit = await t.read('article', s.article, { populate: { category: { filters: { name: { $eq: 'leaf' } } } } })
      t.equal(hit, 'The target is missing', t.related(hit, t.entry(hit), 'category'), s.leaf)
      const miss = await t.read('article', s.article, {
        populate: { category: { filters: { name: { $eq: 'nobody' } } } },
      })
      const empty = t.entry(miss)
      const found = 'category' in empty.attributes ? t.related(miss, empty, 'category') : null
      t.equal(miss, 'A target that does not match', found, null)
    },
  ),
  populating(
    'combined',
    ['4.3/populate-fields', '4.3/populate-sort', '4.3/populate-filters', '4.3/populate-nested'],
    'fields, sort, filters and populate work together',
    async (t, s) => {
      const response = await t.read('article', s.article, {
        populate: {
          tags: {
            fields: ['name'],
            sort: ['name:desc'],
            filters: { weight: { $lt: 3 } },
            populate: { articles: { fields: ['title'] } },
          },
        },
      })
      const tags = [t.relatedEntries(response, t.entry(response), 'tags')].flat().flatMap((tag) => tag ?? [])
      const articles = [{ id: s.article, attributes: { title: 'whole' } }]
      t.equal(
        response,
        'The tags differ',
        tags.map((tag) => ({
          id: tag.id,
          ...tag.attributes,
          articles: t.relatedEntries(response, tag, 'articles'),
        })),
        [
          { id: s.tags[0], name: 'b', articles },
          { id: s.tags[2], name: 'a', articles },
        ],
      )
    },
  ),
  populating('order', ['4.3/populate-order'], 'Populated entries keep the order of the relation', async (t, s) => {
    const response = await t.read('article', s.article, { populate: ['wayTags', 'tags'] })
    t.equal(
      response,
      'The order differs',
      [t.related(response, t.entry(response), 'wayTags'), t.related(response, t.entry(response), 'tags')],
      [[s.tags[2], s.tags[1]], s.tags],
    )
  }),
  populating('inverse', ['4.3/populate-index'], 'The other side of a relation can be populated', async (t, s) => {
    const response = await t.read('category', s.leaf, { populate: ['articles', 'parent'] })
    const entry = t.entry(response)
    t.equal(
      response,
      'The other side differs',
      [t.related(response, entry, 'articles'), t.related(response, entry, 'parent')],
      [[s.article], s.root],
    )
  }),
  // With its own content: entries that other scenarios read must not get further relations.
  scenario({
    id: 'rest.populate.write-answers',
    title: 'populate works for create and update',
    clauses: ['4.3/populate-write', '4.3/populate-index', '4.1/update'],
    run: async (t) => {
      const tags = (await t.makeMany('tag', [{ name: 'a' }, { name: 'b' }])).map(({ id }) => id)
      const { id: category } = await t.make('category', { name: 'c' })
      const created = await t.create('article', { title: 'x', tags }, { query: { populate: ['tags'] } })
      const entry = t.entry(created)
      t.equal(created, 'Create returns another relation', t.related(created, entry, 'tags'), tags)
      const updated = await t.update('article', entry.id, { category }, { query: { populate: ['category'] } })
      t.equal(updated, 'Update returns another relation', t.related(updated, t.entry(updated), 'category'), category)
    },
  }),
  populating(
    'ids-only',
    ['4.3/populate-ids'],
    'Without populate no response contains the ids of a relation',
    async (t, s) => {
      const { id: tag } = await t.make('tag', { name: 'x' })
      const data = { title: 'x', tags: [tag], mainTag: tag, wayTags: [tag] }
      const created = await t.create('article', data)
      const { id } = t.entry(created)
      const responses = [created, await t.update('article', id, data), await t.mine('article')]
      for (const query of [{}, { fields: '*' }, { populate: { tags: 'false' } }])
        responses.push(await t.read('article', s.article, query))
      // Strapi 5 returns no entry.
      if (!t.view.hasVersions) responses.push(await t.delete('article', id))
      for (const response of responses) {
        const found = Array.isArray(read(response.body, 'data')) ? t.entries(response) : [t.entry(response)]
        const keys = found.flatMap(({ attributes }) => keysOf(attributes))
        t.equal(
          response,
          'The response contains relations',
          keys.filter((key) => relations.some((name) => name === key)),
          [],
        )
      }
    },
  ),
  populating('unknown', ['4.3/populate-unknown'], 'An unknown name in populate is rejected by name', async (t, s) => {
    await t.eachRefused(
      [['surelyNot'], ['category.surelyNot'], { surelyNot: true }].map(
        (populate) => () => t.read('article', s.article, { populate }),
      ),
      () => t.read('article', s.article, { populate: ['category'] }),
      { status: 400, mentions: 'surelyNot' },
    )
  }),
  populating(
    'unknown-parameter',
    ['4.3/unknown-parameter'],
    'An unknown query parameter is rejected by name',
    async (t, s) => {
      await t.rejected(
        () => t.read('article', s.article, { surelyNot: '1' }),
        () => t.read('article', s.article, {}),
        { status: 400, mentions: 'surelyNot' },
      )
      await t.rejected(
        () => t.list('article', { filter: { title: 'x' } }),
        () => t.list('article', { filters: { title: 'x' } }),
        { status: 400, mentions: 'filter' },
      )
    },
  ),
  populating('filters-on-entry', ['4.1/r5'], 'Filters on a single entry are rejected', async (t, s) => {
    await t.rejected(
      () => t.read('article', s.article, { filters: { title: { $eq: 'nobody' } } }),
      () => t.read('article', s.article, { fields: ['title'] }),
      { status: 400 },
    )
  }),
]
