import { read } from '../../check/read.js'
import { relationsIn } from './any-entry.js'
import { documents, draft, draftsOf, published, reading5, related } from './subjects.js'
import { idsOf, subjects, totalOf } from '../reading/subject.js'

/** Tier 0: draft and published versions. */
export const anyStatusScenarios = [
  reading5(
    'status-default',
    ['status/default', 'status/published'],
    'status=published is the default, and contains no draft',
    async (t, subject) => {
      await draftsOf(t, subject)
      const sort = { sort: 'documentId' }
      const plain = await subject.list(sort)
      const asked = await subject.list({ ...sort, ...published })
      t.equal(asked, 'status=published differs from the default', t.entries(asked), t.entries(plain))
      for (const value of t.column(plain, 'publishedAt'))
        t.that(plain, value !== null, 'A draft is among the published versions', 'a timestamp', value)
    },
  ),
  reading5(
    'status-draft',
    ['status/draft'],
    'status=draft returns drafts, at least one per published document',
    async (t, subject) => {
      const drafts = await draftsOf(t, subject)
      const whole = await subject.list()
      const all = await subject.list(draft)
      t.that(
        all,
        totalOf(all) >= totalOf(whole),
        'There are fewer drafts than published versions',
        totalOf(whole),
        totalOf(all),
      )
      const ids = idsOf(drafts)
      t.equal(all, 'A document has several drafts', new Set(ids).size, ids.length)
    },
  ),
  reading5(
    'status-one',
    ['status/one', 'entries/row-id-versions'],
    'One document has a draft and a published version with the same documentId and different ids',
    async (t, subject) => {
      await draftsOf(t, subject)
      const path = `${subject.path}/${subject.entries[0]?.id}`
      const live = await t.session.get(path)
      const changing = await t.session.get(path, draft)
      t.equal(changing, 'Another document', t.entry(changing).id, t.entry(live).id)
      t.equal(changing, 'The draft is published', t.entry(changing).attributes['publishedAt'], null)
      t.that(live, t.entry(live).attributes['publishedAt'] !== null, 'It is not published', 'a timestamp', null)
      const rows = [read(changing.body, 'data.id'), read(live.body, 'data.id')]
      t.that(changing, rows[0] !== rows[1], 'Both versions have the same id', 'different ids', rows)
    },
  ),
  reading5(
    'status-populated',
    ['status/populated'],
    'A published version is populated with published versions only',
    async (t, subject) => {
      const response = await subject.list({ populate: '*' })
      for (const { attributes } of t.entries(response)) {
        for (const name of relationsIn(attributes)) {
          for (const target of [attributes[name]].flat())
            t.that(
              response,
              read(target, 'publishedAt') !== null,
              `${name} is populated with a draft`,
              'a published version',
              target,
            )
        }
      }
    },
    related,
  ),
  reading5(
    'status-without',
    ['status/without'],
    'A type without drafts returns the same with each status',
    async (t, { list, path }) => {
      const query = { sort: 'documentId' }
      const drafts = await list({ ...query, ...draft })
      const values = t.column(drafts, 'publishedAt')
      if (values.includes(null)) return t.notApplicable(`${path} has drafts.`)
      t.equal(drafts, 'Other entries', t.entries(drafts), t.entries(await list({ ...query, ...published })))
    },
    subjects,
  ),
  reading5('status-invalid', ['status/invalid'], 'Another status gets status 400', async (t, { list }) => {
    await t.eachRefused(
      ['live', 'DRAFT', 'all'].map((status) => () => list({ status })),
      () => list(published),
      { status: 400 },
    )
  }),
  reading5(
    'status-empty',
    ['status/empty'],
    'An empty status means draft',
    async (t, subject) => {
      await draftsOf(t, subject)
      const query = { sort: 'documentId' }
      const empty = await subject.list({ ...query, status: '' })
      t.equal(
        empty,
        'Other entries than drafts',
        t.entries(empty),
        t.entries(await subject.list({ ...query, ...draft })),
      )
    },
    documents,
  ),
]
