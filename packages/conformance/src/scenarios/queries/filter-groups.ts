import type { EntryId, EntryView } from '../../target/entry-view.js'
import { makeMany } from '../../fixtures/maker.js'
import { scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'
import { sharedItems } from './shared-items.js'

type Filters = Readonly<Record<string, unknown>>

/** Returns a scenario of filters on the four shared items. A case is a filter and the labels that it must match. */
const grouped = (
  id: string,
  clauses: readonly string[],
  title: string,
  cases: readonly (readonly [Filters, readonly string[]])[],
) =>
  scenario({
    id: `rest.filter.${id}`,
    clauses,
    title,
    run: async (t) => {
      const { marker } = await sharedItems(t)
      for (const [filters, expected] of cases) t.holds(await t.mine('item', { filters }, { marker }), 'label', expected)
    },
  })

const valued = ['low', 'mid', 'high'] as const
const low = { int: { $eq: -7 } }
const mid = { str: { $eq: 'beta Two' } }
const high = { dec: { $gt: 50 } }

/** Three categories, two tags and four articles with different relations. */
const library = (t: ScenarioContext) =>
  t.fixtures.get('library', async (session) => {
    const [root, leaf] = await makeMany(session, 'category', [
      { name: 'root', rank: 1 },
      { name: 'leaf', rank: 2 },
    ])
    await makeMany(session, 'category', [{ name: 'child', parent: leaf?.id }])
    const [red, blue] = await makeMany(session, 'tag', [
      { name: 'red', weight: 1 },
      { name: 'blue', weight: 2 },
    ])
    await makeMany(session, 'article', [
      { title: 'a', category: root?.id, tags: [red?.id, blue?.id] },
      { title: 'b', category: leaf?.id, tags: [blue?.id] },
      { title: 'c', category: leaf?.id },
      { title: 'd', tags: [red?.id] },
    ])
    return { marker: session.marker, root: root?.id ?? 0, red: red?.id ?? 0 }
  })

const deep = (
  id: string,
  clauses: readonly string[],
  title: string,
  cases: (ids: {
    root: EntryId
    red: EntryId
    /** The attribute that filters by the id. */
    key: EntryView['idAttribute']
  }) => readonly (readonly [Filters, readonly string[]])[],
) =>
  scenario({
    id: `rest.filter.${id}`,
    clauses,
    title,
    run: async (t) => {
      const { marker, ...ids } = await library(t)
      for (const [filters, expected] of cases({ ...ids, key: t.view.idAttribute }))
        t.holds(await t.mine('article', { filters }, { marker }), 'title', expected)
    },
  })

const rejected = (
  id: string,
  clauses: readonly string[],
  title: string,
  bad: readonly Filters[],
  good: Filters,
  expected: { status?: number; mentions?: string } = { status: 400 },
) =>
  scenario({
    id: `rest.filter.${id}`,
    clauses,
    title,
    run: async (t) => {
      await t.eachRefused(
        bad.map((filters) => () => t.mine('article', { filters })),
        () => t.mine('article', { filters: good }),
        expected,
      )
    },
  })

export const filterGroupScenarios = [
  grouped('or', ['4.3/$or'], '$or returns entries of at least one group once', [
    [{ $or: [low, mid] }, ['low', 'mid']],
    [{ $or: [mid, { int: { $gt: 0 } }] }, ['mid', 'high']],
    [{ $or: [{ str: { $eq: 'nobody' } }] }, []],
  ]),
  grouped('and', ['4.3/$and'], '$and returns the entries of all groups', [
    [{ $and: [{ int: { $gt: -10 } }, { int: { $lt: 5 } }] }, ['low', 'mid']],
    [{ $and: [low, mid] }, []],
  ]),
  grouped('nested-groups', ['4.3/$or', '4.3/$and'], 'Groups nest', [
    [{ $or: [{ $and: [low, { flag: { $eq: false } }] }, high] }, ['low', 'high']],
    [{ $and: [{ $or: [low, mid] }, { $or: [mid, high] }] }, ['mid']],
  ]),
  grouped('combined', ['4.3/filters-combine'], 'Several filters, and several operators, must all match', [
    [{ int: { $gt: -10 }, flag: { $eq: true } }, ['mid', 'high']],
    [{ int: { $gt: -7, $lt: 5 } }, ['mid']],
    [{ ...mid, flag: { $eq: false } }, []],
  ]),
  grouped('plain-value', ['4.3/filters-plain'], 'A value without an operator means $eq', [
    [{ str: 'beta Two' }, ['mid']],
    [{ int: '10' }, ['high']],
    [{ str: 'nobody' }, []],
  ]),
  grouped('not', ['4.3/$not'], '$not negates a group', [
    [{ $not: { int: { $gt: 5 } }, str: { $notNull: true } }, ['low', 'mid']],
    [{ $not: { int: { $gt: -10 }, str: { $eq: 'beta Two' } }, str: { $notNull: true } }, ['low', 'high']],
    [{ str: { $not: { $contains: 'Two' } } }, ['low']],
  ]),
  grouped(
    'negation-null',
    ['4.3/negation-null', '4.3/$ne', '4.3/$notIn', '4.3/$notContains', '4.3/$notContainsi'],
    'Negations do not match entries without a value',
    [
      [{ str: { $ne: 'nobody' } }, valued],
      [{ str: { $notIn: ['nobody'] } }, valued],
      [{ str: { $notContains: 'nobody' } }, valued],
      [{ str: { $notContainsi: 'nobody' } }, valued],
      [{ int: { $ne: 99 } }, valued],
      [{ int: { $notIn: [99] } }, valued],
      [{ day: { $ne: '2020-01-01' } }, valued],
      [{ flag: { $ne: true } }, ['low']],
    ],
  ),
  grouped(
    'case',
    ['4.3/case', '4.3/$contains', '4.3/$startsWith', '4.3/$endsWith', '4.3/$eq'],
    'Text operators without i are case-sensitive',
    [
      [{ str: { $eq: 'BETA tWO' } }, []],
      [{ str: { $contains: 'TA tW' } }, []],
      [{ str: { $startsWith: 'BETA' } }, []],
      [{ str: { $endsWith: 'two' } }, []],
      [{ str: { $notContains: 'TA tW' } }, valued],
    ],
  ),
  grouped('between-inside', ['4.3/$between', '4.3/filters-array'], '$between returns entries between its values', [
    [{ int: { $between: [1, 9] } }, ['mid']],
    [{ flt: { $between: [-2, 1] } }, ['low', 'mid']],
    [{ day: { $between: ['2024-01-01', '2024-02-29'] }, int: { $gt: -7 } }, ['mid']],
    [{ str: { $between: ['b', 'c'] } }, ['mid']],
    [{ int: { $between: [11, 99] } }, []],
  ]),
  grouped('case-eq', ['4.3/$eq', '4.3/$ne', '4.3/$in'], '$eq, $ne and $in are case-sensitive', [
    [{ str: { $eq: 'BETA tWO' } }, []],
    [{ str: { $ne: 'BETA tWO', $notNull: true } }, valued],
    [{ str: { $in: ['BETA tWO', 'alpha beta'] } }, ['low']],
  ]),
  deep('deep-to-one', ['4.3/filters-deep'], 'A filter can use a to-one relation', () => [
    [{ category: { name: { $eq: 'leaf' } } }, ['b', 'c']],
    [{ category: { rank: { $lt: 2 } } }, ['a']],
    [{ category: { name: { $eq: 'nobody' } } }, []],
  ]),
  deep('deep-to-many', ['4.3/filters-deep'], 'A filter can use a to-many relation and returns no entry twice', () => [
    [{ tags: { name: { $in: ['red', 'blue'] } } }, ['a', 'b', 'd']],
    [{ tags: { weight: { $gte: 2 } } }, ['a', 'b']],
  ]),
  deep('deep-two-levels', ['4.3/filters-deep'], 'A filter can use a relation of a relation', () => [
    [{ category: { children: { name: { $eq: 'child' } } } }, ['b', 'c']],
    [{ category: { children: { name: { $eq: 'nobody' } } } }, []],
  ]),
  deep('deep-group', ['4.3/filters-deep', '4.3/$or'], 'Groups and deep filters combine', () => [
    [{ $or: [{ category: { name: 'root' } }, { tags: { name: 'red' } }] }, ['a', 'd']],
    [{ category: { $or: [{ name: 'root' }, { rank: 2 }] } }, ['a', 'b', 'c']],
  ]),
  deep('relation-id', ['4.3/filters-deep'], 'A relation is filtered by its id', ({ root, red, key }) => [
    [{ category: { [key]: { $eq: root } } }, ['a']],
    [{ tags: { [key]: { $eq: red } } }, ['a', 'd']],
  ]),
  deep(
    'relation-null',
    ['4.3/relation-null', '4.3/$null', '4.3/filters-deep'],
    'A relation without a target is $null',
    ({ key }) => [
      [{ category: { [key]: { $null: true } } }, ['d']],
      [{ category: { [key]: { $notNull: true } } }, ['a', 'b', 'c']],
    ],
  ),
  rejected(
    'media',
    ['4.3/filter-media'],
    'A filter on a media attribute is rejected',
    [{ cover: { name: { $eq: 'x' } } }, { gallery: { id: { $eq: 1 } } }],
    { title: { $eq: 'x' } },
    {},
  ),
  rejected(
    'zone',
    ['4.3/filter-zone'],
    'A filter on a dynamic zone is rejected',
    [{ zone: { text: { $eq: 'x' } } }, { zone: { $notNull: true } }],
    { title: { $eq: 'x' } },
    {},
  ),
  rejected(
    'deep-unknown',
    ['4.3/filter-unknown-field'],
    'An unknown field of a relation is rejected by name',
    [{ category: { surelyNot: { $eq: 'x' } } }],
    { category: { name: { $eq: 'x' } } },
    { status: 400, mentions: 'surelyNot' },
  ),
  rejected(
    'unknown-operator',
    ['4.3/filter-unknown-operator'],
    'Unknown operators are rejected, not ignored',
    [
      { title: { $foo: 'x' } },
      { title: { $EQ: 'x' } },
      { title: { $like: 'x' } },
      { category: { name: { $foo: 'x' } } },
    ],
    { title: { $eq: 'x' } },
  ),
  rejected(
    'shape',
    ['4.3/filter-shape', '7/no-5xx'],
    'Filters of an invalid shape are rejected',
    [
      { $or: { title: 'x' } },
      { $and: 'x' },
      { rank: { $between: [1] } },
      { rank: { $between: [1, 2, 3] } },
      { rank: { $gt: 'many' } },
    ],
    { rank: { $between: [1, 2] } },
  ),
]
