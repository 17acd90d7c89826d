import { setTimeout as sleep } from 'node:timers/promises'
import { read } from '../../check/read.js'
import { namesOf } from '../../content-model/type-names.js'
import { entryOf, must } from '../../fixtures/maker.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

const { path } = namesOf('home')

const put = (t: ScenarioContext, data: Record<string, unknown>) =>
  t.session.creating('PUT', path, { data: { marker: t.marker, ...data } }, { attribute: 'marker' })

const longestWait = 30_000
const pause = 100
/** How many attempts in a row may fail although nobody holds the lock. */
const mostMisses = 5

/**
 * Waits until no other run uses the single type of the target, and locks it. The lock is an entry: `badge` is
 * unique and all runs use the same one, so only one run at a time can create it. The end of the scenario
 * deletes it.
 */
async function takeTurn(t: ScenarioContext): Promise<void> {
  const until = Date.now() + longestWait
  const badge = 'conformance-single-type'
  const quietly = { purpose: 'set-up' } as const
  for (let misses = 0; ; ) {
    const turn = await t.create('rule', { name: 'turn', badge }, quietly)
    if (turn.status < 300) return
    const taken = await t.list('rule', { filters: { badge: { $eq: badge } } }, quietly)
    // Waiting for a lock that this run left behind is useless: nobody will release it.
    const holder = read(taken.body, 'data.0.attributes.marker')
    misses = holder === undefined ? misses + 1 : 0
    const ours = typeof holder === 'string' && holder.startsWith(t.session.target.run)
    if (ours || misses > mostMisses || Date.now() > until)
      t.block(`Another run uses ${path}, or did not release its lock (see \`clean\`): ${turn.text}`)
    await sleep(pause)
  }
}

/**
 * A single type has at most one entry, so these scenarios run one after the other. They don't run if the
 * entry already exists.
 */
const single = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext) => Promise<void>,
): Scenario =>
  scenario({
    id: `rest.single.${id}`,
    clauses,
    title,
    exclusive: 'home',
    run: async (t) => {
      await takeTurn(t)
      const found = await t.session.get(path, undefined, { purpose: 'set-up' })
      if (found.status !== 404)
        t.block(`${path} contains an entry that this run did not create (status ${found.status}).`)
      await run(t)
    },
  })

export const singleTypeScenarios = [
  single(
    'create',
    ['4.1/single-put', '4.1/single-get', '2.5/kind'],
    'PUT creates the entry, GET reads it',
    async (t) => {
      const created = await put(t, { headline: 'first' })
      t.equal(created, 'Another value', t.entry(created).attributes['headline'], 'first')
      const found = await t.session.get(path)
      t.equal(
        found,
        'Another entry',
        [t.entry(found).id, t.entry(found).attributes['headline']],
        [t.entry(created).id, 'first'],
      )
    },
  ),
  single('update', ['4.1/single-put', '4.1/r3'], 'PUT updates the one entry', async (t) => {
    const created = must(await put(t, { headline: 'first' }), 'Creating the entry')
    const updated = await put(t, { headline: 'second' })
    t.equal(
      updated,
      'Another entry was created',
      [t.entry(updated).id, t.entry(updated).attributes['headline']],
      [entryOf(t.session, created)?.id, 'second'],
    )
  }),
  single('delete', ['4.1/single-put', '4.1/r4'], 'DELETE removes the entry', async (t) => {
    must(await put(t, { headline: 'doomed' }), 'Creating the entry')
    const deleted = await t.session.request('DELETE', path)
    t.deleted(deleted)
    // Strapi 5 returns nothing.
    if (!t.view.hasVersions) t.equal(deleted, 'Another value', t.entry(deleted).attributes['headline'], 'doomed')
    t.error(await t.session.get(path), { status: 404 })
  }),
  single('missing', ['4.1/single-get', '4.1/missing'], 'Without an entry the status is 404', async (t) => {
    t.error(await t.session.get(path), { status: 404 })
    must(await put(t, { headline: 'control' }), 'The control')
    t.entry(await t.session.get(path))
  }),
]
