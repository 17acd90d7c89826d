import { read } from '../../check/read.js'
import type { EntryId } from '../../target/entry-view.js'
import { compareIds } from '../../target/entry-view.js'
import type { Subject } from '../reading/subject.js'
import { idsOf } from '../reading/subject.js'
import type { ScenarioContext } from '../scenario-context.js'
import { draft, draftsOf, published, reading5 } from './subjects.js'

const whole = { pagination: { pageSize: 100 } }

/** Returns the ids of the entries that a publication filter keeps, sorted. */
async function kept(t: ScenarioContext, { list }: Subject, status: object, publicationFilter?: string) {
  const response = await list({
    ...whole,
    ...status,
    ...(publicationFilter === undefined ? {} : { publicationFilter }),
  })
  return { response, ids: idsOf(t.entries(response)).toSorted(compareIds) }
}

type Parts = readonly [first: string, second: string]

/** Checks that two filters divide a set of entries. */
async function divides(t: ScenarioContext, subject: Subject, status: object, [first, second]: Parts, of?: string) {
  const all = await kept(t, subject, status, of)
  const [a, b] = [await kept(t, subject, status, first), await kept(t, subject, status, second)]
  t.equal(
    b.response,
    `${first} and ${second} together are not all entries, each once`,
    [...a.ids, ...b.ids].toSorted(compareIds),
    all.ids,
  )
}

const none: readonly EntryId[] = []

/** Every value of `publicationFilter`. */
export const publicationFilters = [
  'never-published',
  'has-published-version',
  'modified',
  'unmodified',
  'never-published-document',
  'has-published-version-document',
  'published-with-draft',
  'published-without-draft',
] as const

/** Tier 0: `publicationFilter`, compared with itself. */
export const anyPublicationFilterScenarios = [
  reading5(
    'publication-drafts',
    ['publication-filter/drafts'],
    'never-published and has-published-version divide the drafts',
    async (t, subject) => {
      await draftsOf(t, subject)
      await divides(t, subject, draft, ['never-published', 'has-published-version'])
    },
  ),
  reading5(
    'publication-never',
    ['publication-filter/never-published'],
    'never-published drafts are not found as published, and it returns no published version',
    async (t, subject) => {
      await draftsOf(t, subject)
      const drafts = await kept(t, subject, draft, 'never-published')
      const live = await kept(t, subject, published)
      t.equal(
        drafts.response,
        'A published document is never-published',
        drafts.ids.filter((id) => live.ids.includes(id)),
        none,
      )
      const both = await kept(t, subject, published, 'never-published')
      t.equal(both.response, 'A published version is never-published', both.ids, none)
    },
  ),
  reading5(
    'publication-modified',
    ['publication-filter/modified'],
    'modified and unmodified divide the drafts with a published version',
    async (t, subject) => {
      await draftsOf(t, subject)
      await divides(t, subject, draft, ['modified', 'unmodified'], 'has-published-version')
    },
  ),
  reading5(
    'publication-modified-meaning',
    ['publication-filter/modified-meaning'],
    'modified returns drafts whose updatedAt is after that of their published version',
    async (t, subject) => {
      await draftsOf(t, subject)
      for (const [value, later] of [
        ['modified', true],
        ['unmodified', false],
      ] as const) {
        const response = await subject.list({ ...whole, ...draft, publicationFilter: value })
        for (const { id, attributes } of t.entries(response).slice(0, 5)) {
          const live = t.entry(await t.session.get(`${subject.path}/${id}`))
          const [changed, at] = [String(attributes['updatedAt']), String(live.attributes['updatedAt'])]
          t.that(response, changed > at === later, `A draft is ${value}`, later ? `after ${at}` : `at ${at}`, changed)
        }
      }
    },
  ),
  reading5(
    'publication-published',
    ['publication-filter/published'],
    'published-with-draft and published-without-draft divide the published versions',
    async (t, subject) => {
      await draftsOf(t, subject)
      await divides(t, subject, published, ['published-with-draft', 'published-without-draft'])
    },
  ),
  reading5(
    'publication-published-drafts',
    ['publication-filter/published-drafts'],
    'published-with-draft and published-without-draft return no drafts',
    async (t, subject) => {
      await draftsOf(t, subject)
      for (const value of ['published-with-draft', 'published-without-draft']) {
        const found = await kept(t, subject, draft, value)
        t.equal(found.response, `${value} returns drafts`, found.ids, none)
      }
    },
  ),
  reading5(
    'publication-document',
    ['publication-filter/document', 'publication-filter/alias'],
    'never-published-document and has-published-version-document divide the drafts, like hasPublishedVersion',
    async (t, subject) => {
      await draftsOf(t, subject)
      const parts = ['never-published-document', 'has-published-version-document'] as const
      await divides(t, subject, draft, parts)
      for (const [value, alias] of [
        [parts[0], 'false'],
        [parts[1], 'true'],
      ] as const) {
        const response = await subject.list({ ...whole, ...draft, hasPublishedVersion: alias })
        t.equal(
          response,
          `hasPublishedVersion=${alias} differs from ${value}`,
          idsOf(t.entries(response)).toSorted(compareIds),
          (await kept(t, subject, draft, value)).ids,
        )
      }
    },
  ),
  reading5(
    'publication-invalid',
    ['publication-filter/invalid'],
    'Another publicationFilter gets status 400, and the error lists the values',
    async (t, { list }) => {
      await t.eachRefused(
        ['live', '', 'MODIFIED'].map((value) => () => list({ publicationFilter: value })),
        () => list({ publicationFilter: 'has-published-version' }),
        { status: 400, mentions: 'never-published' },
      )
    },
  ),
  reading5(
    'publication-one',
    ['publication-filter/one'],
    'One document that publicationFilter excludes gets status 404',
    async (t, subject) => {
      await draftsOf(t, subject)
      const path = `${subject.path}/${subject.entries[0]?.id}`
      const response = await t.rejected(
        () => t.session.get(path, { ...draft, publicationFilter: 'never-published' }),
        () => t.session.get(path, { ...draft, publicationFilter: 'has-published-version' }),
        { status: 404 },
      )
      t.equal(response, 'data is not null', read(response.body, 'data'), null)
    },
  ),
]
