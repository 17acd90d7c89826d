import { makeMany } from '../../fixtures/maker.js'
import { scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'
import { sharedItems } from './shared-items.js'
import { valueTypeEntries } from './value-table.js'

const sortable = valueTypeEntries.filter(([, type]) => type.ordered)

const byType = sortable.flatMap(([name, { attribute }]) => [
  scenario({
    id: `rest.sort.asc.${name}`,
    title: `Ascending by ${name}`,
    clauses: ['4.2/sort', '4.2/sort-asc'],
    run: async (t) => {
      const { marker } = await sharedItems(t)
      const response = await t.mine(
        'item',
        { sort: `${attribute}:asc`, filters: { [attribute]: { $notNull: true } } },
        { marker },
      )
      t.equal(response, 'The order differs', t.column(response, 'label'), ['low', 'mid', 'high'])
    },
  }),
  scenario({
    id: `rest.sort.desc.${name}`,
    title: `Descending by ${name}`,
    clauses: ['4.2/sort-desc', '4.2/sort'],
    run: async (t) => {
      const { marker } = await sharedItems(t)
      const response = await t.mine(
        'item',
        { sort: `${attribute}:desc`, filters: { [attribute]: { $notNull: true } } },
        { marker },
      )
      t.equal(response, 'The order differs', t.column(response, 'label'), ['high', 'mid', 'low'])
    },
  }),
  scenario({
    id: `rest.sort.nulls.${name}`,
    title: `Entries without a ${name} come first ascending and last descending`,
    clauses: ['4.2/sort-nulls'],
    run: async (t) => {
      const { marker } = await sharedItems(t)
      const up = await t.mine('item', { sort: `${attribute}:asc` }, { marker })
      t.equal(up, 'The order differs', t.column(up, 'label'), ['none', 'low', 'mid', 'high'])
      const down = await t.mine('item', { sort: `${attribute}:desc` }, { marker })
      t.equal(down, 'The order differs', t.column(down, 'label'), ['high', 'mid', 'low', 'none'])
    },
  }),
])

/** Tags that sort differently by weight and by name, so the order of the sort keys matters. */
const sharedTags = (t: ScenarioContext) =>
  t.fixtures.get('sort-tags', async (session) => {
    await makeMany(session, 'tag', [
      { name: 'd', weight: 1 },
      { name: 'a', weight: 2 },
      { name: 'c', weight: 1 },
      { name: 'b', weight: 2 },
    ])
    return session.marker
  })

async function ordered(t: ScenarioContext, sort: unknown, expected: readonly string[]) {
  const marker = await sharedTags(t)
  const response = await t.mine('tag', { sort }, { marker })
  t.equal(response, 'The order differs', t.column(response, 'name'), expected)
}

export const sortingScenarios = [
  ...byType,
  scenario({
    id: 'rest.sort.several',
    title: 'sort[0] comes first, sort[1] sorts equal entries',
    clauses: ['4.2/sort-several'],
    run: async (t) => {
      await ordered(t, ['weight', 'name'], ['c', 'd', 'a', 'b'])
      await ordered(t, ['weight:desc', 'name:desc'], ['b', 'a', 'd', 'c'])
      await ordered(t, ['weight:desc', 'name'], ['a', 'b', 'c', 'd'])
    },
  }),
  scenario({
    id: 'rest.sort.index-order',
    title: 'The index of the keys decides, not their position in the query string',
    clauses: ['4.2/sort-index', '4.2/sort-several'],
    run: async (t) => {
      const marker = await sharedTags(t)
      const response = await t.list('tag', `sort[1]=name:asc&sort[0]=weight:asc&filters[marker][$eq]=${marker}`)
      t.equal(response, 'The order differs', t.column(response, 'name'), ['c', 'd', 'a', 'b'])
    },
  }),
  scenario({
    id: 'rest.sort.comma',
    title: 'sort accepts a list separated by commas',
    clauses: ['4.2/sort-comma'],
    run: (t) => ordered(t, 'weight:desc,name:asc', ['a', 'b', 'c', 'd']),
  }),
  scenario({
    id: 'rest.sort.relation',
    title: 'Sorting by a field of a to-one relation',
    clauses: ['4.2/sort-relation'],
    run: async (t) => {
      const [one, two, three] = await t.makeMany('category', [{ name: 'm' }, { name: 'a' }, { name: 'z' }])
      for (const category of [one, two, three])
        await t.make('article', { title: `in ${String(category?.attributes['name'])}`, category: category?.id })
      const up = await t.mine('article', { sort: 'category.name' })
      t.equal(up, 'The order differs', t.column(up, 'title'), ['in a', 'in m', 'in z'])
      const down = await t.mine('article', { sort: { category: { name: 'desc' } } })
      t.equal(down, 'The order differs', t.column(down, 'title'), ['in z', 'in m', 'in a'])
    },
  }),
  scenario({
    id: 'rest.sort.to-many',
    title: 'Sorting by a field of a to-many relation returns every entry exactly once',
    clauses: ['4.2/sort-to-many'],
    run: async (t) => {
      const tags = (await t.makeMany('tag', [{ name: 'a' }, { name: 'b' }, { name: 'c' }])).map(({ id }) => id)
      await t.makeMany('article', [{ title: 'x', tags }, { title: 'y', tags: tags.slice(1, 2) }, { title: 'z' }])
      const response = await t.mine('article', { sort: 'tags.name' })
      t.holds(response, 'title', ['x', 'y', 'z'])
    },
  }),
  scenario({
    id: 'rest.sort.direction',
    title: 'A direction other than asc and desc is rejected',
    clauses: ['4.2/sort-direction', '7/no-5xx'],
    run: async (t) => {
      await t.rejected(
        () => t.mine('tag', { sort: 'name:upwards' }),
        () => t.mine('tag', { sort: 'name:asc' }),
        { status: 400 },
      )
    },
  }),
  scenario({
    id: 'rest.sort.paged',
    title: 'Sorting comes before pagination',
    clauses: ['4.2/sort', '4.2/page'],
    run: async (t) => {
      const marker = await sharedTags(t)
      const response = await t.mine('tag', { sort: 'name:desc', pagination: { page: 2, pageSize: 2 } }, { marker })
      t.equal(response, 'The second page differs', t.column(response, 'name'), ['b', 'a'])
    },
  }),
]
