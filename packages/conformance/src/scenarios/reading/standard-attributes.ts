import { setTimeout as sleep } from 'node:timers/promises'
import { read } from '../../check/read.js'
import { scenario } from '../scenario.js'
import { isTimestamp } from './timestamp.js'

const clockSlack = 5 * 60_000

export const standardAttributeScenarios = [
  scenario({
    id: 'rest.timestamps.created',
    title: 'createdAt and updatedAt of a new entry are the time of its creation',
    clauses: ['2.4/createdAt', '2.4/updatedAt'],
    run: async (t) => {
      const created = await t.create('item', {})
      const { attributes } = t.entry(created)
      for (const name of ['createdAt', 'updatedAt']) {
        const value = attributes[name]
        t.that(created, isTimestamp(value), `${name} is not an ISO 8601 timestamp`, 'a timestamp', value)
        t.that(
          created,
          Math.abs(Date.parse(String(value)) - Date.now()) < clockSlack,
          `${name} is not now`,
          new Date().toISOString(),
          value,
        )
      }
    },
  }),
  scenario({
    id: 'rest.timestamps.updated',
    title: 'An update changes updatedAt and keeps createdAt',
    clauses: ['2.4/updatedAt-moves'],
    run: async (t) => {
      const { id, attributes } = await t.make('item', { str: 'a' })
      await sleep(20)
      const updated = await t.update('item', id, { str: 'b' })
      const after = t.entry(updated).attributes
      t.equal(updated, 'createdAt changed', after['createdAt'], attributes['createdAt'])
      t.that(
        updated,
        String(after['updatedAt']) > String(attributes['updatedAt']),
        'updatedAt did not change',
        `after ${String(attributes['updatedAt'])}`,
        after['updatedAt'],
      )
    },
  }),
  scenario({
    id: 'rest.timestamps.published',
    title: 'publishedAt of a live entry is a timestamp, of a draft null',
    clauses: ['2.4/publishedAt', '2.4/publishedAt-draft', '2.5/options', '3/live', '3/draft'],
    run: async (t) => {
      const live = await t.create('article', { title: 'live' })
      t.that(
        live,
        isTimestamp(t.entry(live).attributes['publishedAt']),
        'publishedAt of a live entry is not a timestamp',
        'a timestamp',
        t.entry(live).attributes['publishedAt'],
      )
      const draft = await t.create('article', { title: 'draft', publishedAt: null })
      t.equal(draft, 'publishedAt of a draft is not null', t.entry(draft).attributes['publishedAt'], null)
    },
  }),
  scenario({
    id: 'rest.timestamps.without-drafts',
    title: 'A type without drafts has no publishedAt',
    clauses: ['2.4/publishedAt-none', '2.5/options'],
    run: async (t) => {
      const other = await t.create('item', {})
      t.that(
        other,
        !('publishedAt' in t.entry(other).attributes),
        'A type without drafts has publishedAt',
        '(absent)',
        t.entry(other).attributes['publishedAt'],
      )
    },
  }),
  ...(
    [
      ['omitted', 'item', 'out', ['2.4/creator-omitted']],
      ['omitted-with-option', 'category', 'with the option too', ['2.4/creator-option', '2.4/creator-omitted']],
    ] as const
  ).map(([id, type, words, clauses]) =>
    scenario({
      id: `rest.creators.${id}`,
      title: `createdBy and updatedBy are only returned on request${words === 'out' ? '' : `, ${words}`}`,
      clauses,
      run: async (t) => {
        const created = await t.create(type, {})
        const { id } = t.entry(created)
        for (const response of [created, await t.read(type, id), await t.mine(type), await t.update(type, id, {})]) {
          const list = Array.isArray(read(response.body, 'data')) ? t.entries(response) : [t.entry(response)]
          const found = list.flatMap(({ attributes }) => Object.keys(attributes)).filter((key) => key.endsWith('By'))
          t.equal(response, 'The response contains creator fields', found, [])
        }
      },
    }),
  ),
  scenario({
    id: 'rest.creators.populated',
    title: 'With populateCreatorFields, creators are returned if populate names them',
    clauses: ['2.4/creator-populate', '2.5/options-creator'],
    run: async (t) => {
      const { id } = await t.make('category', { name: 'by somebody' })
      const response = await t.read('category', id, { populate: ['createdBy', 'updatedBy'] })
      const entry = t.entry(response)
      for (const name of ['createdBy', 'updatedBy']) {
        t.that(response, name in entry.attributes, `${name} is not in the response`, '{ data: … }', '(absent)')
        t.related(response, entry, name)
      }
    },
  }),
  scenario({
    id: 'rest.creators.without-option',
    title: 'Without populateCreatorFields creators are not returned, whatever populate contains',
    clauses: ['2.4/creator-without-option'],
    run: async (t) => {
      const { id } = await t.make('tag', { name: 'by somebody' })
      const response = await t.read('tag', id, { populate: '*' })
      t.equal(
        response,
        'The response contains creators',
        Object.keys(t.entry(response).attributes).filter((key) => key.endsWith('By')),
        [],
      )
      for (const populate of [['createdBy'], ['updatedBy'], { createdBy: 'true', updatedBy: 'true' }]) {
        const named = await t.read('tag', id, { populate })
        if (named.status === 400) continue
        t.equal(
          named,
          'The response contains creators',
          Object.keys(t.entry(named).attributes).filter((key) => key.endsWith('By')),
          [],
        )
      }
    },
  }),
]
