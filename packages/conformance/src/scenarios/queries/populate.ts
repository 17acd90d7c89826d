import { expectedIds, keysOf, populating, relations } from './shelf.js'

export const populateScenarios = [
  populating(
    'none',
    ['1/not-populated', '4.3/populate-none', '2.3/relation-left-out'],
    'Nothing is populated unless requested: list, entry, create, update',
    async (t, s) => {
      const tags = [(await t.make('tag', { name: 'x' })).id]
      const created = await t.create('article', { title: 'x', tags })
      const updated = await t.update('article', t.entry(created).id, { title: 'y', tags })
      const responses = [await t.read('article', s.article), created, updated]
      for (const response of responses) {
        t.equal(
          response,
          'The response contains relations',
          keysOf(t.entry(response).attributes).filter((key) => relations.some((name) => name === key)),
          [],
        )
      }
      const listed = await t.mine('article', {}, { marker: s.marker })
      for (const { attributes } of t.entries(listed))
        t.equal(
          listed,
          'The list contains relations',
          keysOf(attributes).filter((key) => relations.some((name) => name === key)),
          [],
        )
    },
  ),
  populating(
    'star',
    ['4.3/populate-star', '2.2/populated-to-one', '2.2/populated-to-many'],
    'populate=* populates every relation',
    async (t, s) => {
      const response = await t.read('article', s.article, { populate: '*' })
      const entry = t.entry(response)
      const found = Object.fromEntries(relations.map((name) => [name, t.related(response, entry, name)]))
      t.equal(response, 'The relations differ', found, expectedIds(s))
    },
  ),
  populating(
    'star-one-level',
    ['4.3/populate-star-depth'],
    'populate=* only populates the first level',
    async (t, s) => {
      const response = await t.read('article', s.article, { populate: '*' })
      const entry = t.entry(response)
      const targets = relations.flatMap((name) => t.relatedEntries(response, entry, name) ?? [])
      const second = new Set<string>([...relations, 'article', 'articles', 'children', 'parent'])
      t.equal(
        response,
        'A second level is populated',
        targets.flatMap(({ attributes }) => keysOf(attributes)).filter((key) => second.has(key)),
        [],
      )
    },
  ),
  populating('star-list', ['4.3/populate-star'], 'populate=* works in lists', async (t, s) => {
    const response = await t.mine(
      'article',
      { populate: '*', filters: { [t.view.idAttribute]: { $eq: s.article } } },
      { marker: s.marker },
    )
    const [entry] = t.entries(response)
    if (!entry) return t.fail(response, 'The list does not contain the entry', { expected: 'an entry', actual: null })
    t.equal(
      response,
      'The relations differ',
      Object.fromEntries(relations.map((name) => [name, t.related(response, entry, name)])),
      expectedIds(s),
    )
  }),
  ...relations.map((name) =>
    populating(
      `by-index.${name}`,
      ['4.3/populate-index', '4.3/populate-only', '2.2/attributes'],
      `populate[0]=${name} brings ${name} and no other relation`,
      async (t, s) => {
        const response = await t.read('article', s.article, { populate: [name] })
        const entry = t.entry(response)
        t.equal(response, 'The relation differs', t.related(response, entry, name), expectedIds(s)[name])
        t.equal(
          response,
          'Another relation is also populated',
          relations.filter((other) => other in entry.attributes),
          [name],
        )
      },
    ),
  ),
  populating(
    'several',
    ['4.3/populate-index', '4.3/populate-only'],
    'populate[0], populate[1] populate both, also in lists',
    async (t, s) => {
      const query = { populate: ['tags', 'category'] }
      const found = await t.read('article', s.article, query)
      const listed = await t.mine('article', { ...query, filters: { title: 'whole' } }, { marker: s.marker })
      const [first] = t.entries(listed)
      for (const [response, entry] of [
        [found, t.entry(found)],
        [listed, first],
      ] as const) {
        if (!entry)
          return t.fail(response, 'The list does not contain the entry', { expected: 'an entry', actual: null })
        t.equal(
          response,
          'Other relations are populated',
          relations.filter((name) => name in entry.attributes),
          ['category', 'tags'],
        )
        t.equal(
          response,
          'The relations differ',
          [t.related(response, entry, 'category'), t.related(response, entry, 'tags')],
          [s.leaf, s.tags],
        )
      }
    },
  ),
  populating(
    'attributes',
    ['2.2/populated-to-one', '2.5/attributes'],
    'Populated entries contain their attributes',
    async (t, s) => {
      const response = await t.read('article', s.article, { populate: ['category', 'tags'] })
      const entry = t.entry(response)
      const { attributes } = t.follow(response, entry, 'category')
      t.equal(response, 'The category differs', [attributes['name'], attributes['rank']], ['leaf', 2])
      t.equal(
        response,
        'The tags differ',
        [t.relatedEntries(response, entry, 'tags')].flat().map((tag) => tag?.attributes['name']),
        ['b', 'c', 'a'],
      )
      t.that(response, !keysOf(attributes).includes('id'), 'The id is among the attributes', '(absent)', 'id')
    },
  ),
  populating(
    'empty',
    ['2.2/populated-to-one-empty', '2.2/populated-to-many-empty'],
    'An empty to-one relation is null, an empty to-many relation a list without entries',
    async (t, s) => {
      const response = await t.read('article', s.bare, { populate: [...relations] })
      const entry = t.entry(response)
      t.equal(
        response,
        'An empty relation differs',
        Object.fromEntries(relations.map((name) => [name, t.related(response, entry, name)])),
        { category: null, tags: [], detail: null, mainTag: null, wayTags: [], related: [] },
      )
    },
  ),
  ...(['true', 't', '1'] as const).map((value) =>
    populating(
      `object.${value}`,
      ['4.3/populate-object-true'],
      `populate[relation]=${value} populates it`,
      async (t, s) => {
        const response = await t.read('article', s.article, { populate: { category: value } })
        t.equal(response, 'The relation differs', t.related(response, t.entry(response), 'category'), s.leaf)
      },
    ),
  ),
  ...(['false', 'f', '0'] as const).map((value) =>
    populating(
      `object.${value}`,
      ['4.3/populate-object-false'],
      `populate[relation]=${value} leaves it out`,
      async (t, s) => {
        const response = await t.read('article', s.article, { populate: { category: value, tags: 'true' } })
        const entry = t.entry(response)
        t.that(
          response,
          !('category' in entry.attributes),
          'The relation is populated',
          '(absent)',
          entry.attributes['category'],
        )
        t.equal(response, 'The other relation is missing', t.related(response, entry, 'tags'), s.tags)
      },
    ),
  ),
]
