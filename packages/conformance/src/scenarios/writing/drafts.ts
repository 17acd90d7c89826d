import { read } from '../../check/read.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

const preview = { publicationState: 'preview' }

const drafting = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario => scenario({ id: `rest.drafts.${id}`, clauses, title, needs: ['draftAndPublish'], run })

async function liveAndDraft(t: ScenarioContext) {
  const [live, draft] = await t.makeMany('article', [{ title: 'live' }, { title: 'draft', publishedAt: null }])
  return { live: live?.id ?? 0, draft: draft?.id ?? 0 }
}

export const draftScenarios = [
  drafting('default', ['4.3/state-default', '3/select'], 'By default a list contains only live entries', async (t) => {
    await liveAndDraft(t)
    t.holds(await t.mine('article'), 'title', ['live'])
  }),
  drafting('live', ['4.3/state-live', '3/live'], 'publicationState=live lists live entries only', async (t) => {
    await liveAndDraft(t)
    t.holds(await t.mine('article', { publicationState: 'live' }), 'title', ['live'])
  }),
  drafting(
    'preview',
    ['4.3/state-preview', '3/select', '3/draft'],
    'publicationState=preview also lists drafts',
    async (t) => {
      await liveAndDraft(t)
      t.holds(await t.mine('article', preview), 'title', ['live', 'draft'])
    },
  ),
  drafting(
    'drafts-only',
    ['4.3/state-drafts-only', '3/draft'],
    'preview with publishedAt $null lists only drafts',
    async (t) => {
      await liveAndDraft(t)
      t.holds(await t.mine('article', { ...preview, filters: { publishedAt: { $null: 'true' } } }), 'title', ['draft'])
    },
  ),
  drafting('bad-state', ['4.3/state-bad', '7/no-5xx'], 'An unknown state is rejected', async (t) => {
    await t.rejected(
      () => t.mine('article', { publicationState: 'hidden' }),
      () => t.mine('article', preview),
      { status: 400 },
    )
  }),
  drafting('single', ['4.3/state-single'], 'A draft is only found by its id with preview', async (t) => {
    const { live, draft } = await liveAndDraft(t)
    t.entry(await t.read('article', live))
    const shown = await t.read('article', draft, preview)
    t.equal(shown, 'Preview returns another entry', t.entry(shown).id, draft)
    t.error(await t.read('article', draft), { status: 404 })
  }),
  drafting(
    'relations-list',
    ['4.3/state-relations', '4.3/state-live', '4.3/state-preview'],
    'A list populates only live entries, and drafts with preview',
    async (t) => {
      const { live, draft } = await liveAndDraft(t)
      await t.make('article', { title: 'owner', related: [live, draft] })
      for (const [query, expected] of [
        [{}, [live]],
        [preview, [live, draft]],
      ] as const) {
        const response = await t.mine('article', { ...query, filters: { title: 'owner' }, populate: ['related'] })
        const [entry] = t.entries(response)
        if (!entry) return t.fail(response, 'The owner is not in the list', { expected: 'an entry', actual: null })
        t.equal(response, 'Other relations', t.related(response, entry, 'related'), expected)
      }
    },
  ),
  drafting(
    'relations-entry',
    ['4.3/state-relations'],
    'Reading one entry populates only live entries, and drafts with preview',
    async (t) => {
      const { live, draft } = await liveAndDraft(t)
      const { id } = await t.make('article', { title: 'owner', related: [live, draft] })
      for (const [query, expected] of [
        [preview, [live, draft]],
        [{}, [live]],
      ] as const) {
        const response = await t.read('article', id, { ...query, populate: ['related'] })
        t.equal(response, 'Other relations', t.related(response, t.entry(response), 'related'), expected)
      }
    },
  ),
  drafting(
    'create',
    ['3/create-live', '3/create-draft'],
    'A create publishes the entry, and with publishedAt null it creates a draft',
    async (t) => {
      const live = await t.create('article', { title: 'live' })
      t.that(
        live,
        typeof t.entry(live).attributes['publishedAt'] === 'string',
        'It was not published',
        'a timestamp',
        t.entry(live).attributes['publishedAt'],
      )
      const draft = await t.create('article', { title: 'draft', publishedAt: null })
      t.equal(draft, 'It was published', t.entry(draft).attributes['publishedAt'], null)
      t.holds(await t.mine('article'), 'title', ['live'])
    },
  ),
  drafting('create-at', ['3/create-live', '3/live'], 'A create can set the time of publication', async (t) => {
    const at = '2020-02-03T04:05:06.007Z'
    const response = await t.create('article', { title: 'past', publishedAt: at })
    t.equal(response, 'Another time', t.entry(response).attributes['publishedAt'], at)
    t.holds(await t.mine('article'), 'title', ['past'])
  }),
  drafting('publish', ['4.1/update', '3/publish'], 'A timestamp in publishedAt publishes a draft', async (t) => {
    const { draft } = await liveAndDraft(t)
    t.entry(await t.update('article', draft, { publishedAt: new Date().toISOString() }))
    t.holds(await t.mine('article'), 'title', ['live', 'draft'])
  }),
  drafting('unpublish', ['3/unpublish'], 'null in publishedAt turns a live entry into a draft', async (t) => {
    const { live } = await liveAndDraft(t)
    t.entry(await t.update('article', live, { publishedAt: null }))
    t.holds(await t.mine('article'), 'title', [])
    t.holds(await t.mine('article', preview), 'title', ['live', 'draft'])
  }),
  drafting(
    'update-keeps',
    ['4.1/r3', '3/draft'],
    'An update that does not name publishedAt keeps the state',
    async (t) => {
      const { live, draft } = await liveAndDraft(t)
      t.entry(await t.update('article', live, { rank: 1 }))
      const changed = await t.update('article', draft, { rank: 1 })
      t.equal(changed, 'The draft was published', t.entry(changed).attributes['publishedAt'], null)
      t.holds(await t.mine('article'), 'title', ['live'])
    },
  ),
  drafting('delete-draft', ['4.1/r4', '3/draft'], 'A draft can be deleted', async (t) => {
    const { draft } = await liveAndDraft(t)
    const deleted = await t.delete('article', draft)
    t.equal(deleted, 'The response contains another entry', t.entry(deleted).id, draft)
    t.holds(await t.mine('article', preview), 'title', ['live'])
  }),
  drafting('count', ['4.3/state-default', '4.2/total'], 'total counts the entries of the state', async (t) => {
    await liveAndDraft(t)
    const live = await t.mine('article', { pagination: { pageSize: 1 } })
    t.equal(live, 'total counts drafts', read(live.body, 'meta.pagination.total'), 1)
    const both = await t.mine('article', { ...preview, pagination: { pageSize: 1 } })
    t.equal(both, 'total does not count drafts', read(both.body, 'meta.pagination.total'), 2)
  }),
  drafting(
    'incomplete',
    ['3/draft-incomplete', '3/draft', '4.1/required'],
    'A draft may lack required values, a live entry may not',
    async (t) => {
      const draft = await t.create('notice', { publishedAt: null })
      t.equal(
        draft,
        'It is not a draft',
        [t.entry(draft).attributes['headline'], t.entry(draft).attributes['publishedAt']],
        [null, null],
      )
      await t.rejected(
        () => t.create('notice', {}),
        () => t.create('notice', { headline: 'there' }),
        { status: 400 },
      )
    },
  ),
  drafting(
    'publish-incomplete',
    ['3/publish-validates'],
    'Publishing a draft that lacks a required value is rejected, and it stays a draft',
    async (t) => {
      const { id } = await t.make('notice', { publishedAt: null })
      const now = new Date().toISOString()
      await t.rejected(
        () => t.update('notice', id, { publishedAt: now }),
        () => t.update('notice', id, {}),
        { status: 400 },
      )
      t.holds(await t.mine('notice'), 'headline', [])
      t.entry(await t.update('notice', id, { publishedAt: now, headline: 'complete' }))
      t.holds(await t.mine('notice'), 'headline', ['complete'])
    },
  ),
  drafting('other-types', ['2.5/options'], 'A type without drafts lists every entry by default', async (t) => {
    await t.make('detail', { note: 'x' })
    t.holds(await t.mine('detail'), 'note', ['x'])
  }),
]
