import { makeMany } from '../../fixtures/maker.js'
import type { EntryId } from '../../target/entry-view.js'
import { scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'
import { toOne } from './relation-case.js'

type Ids = readonly [a: EntryId, b: EntryId]

interface Syntax {
  readonly value: (ids: Ids) => unknown
  readonly last: 'a' | 'b' | 'none'
  /** Clauses that the syntax depends on, in addition to the clause of the kind of relation. */
  readonly leansOn?: readonly string[]
  readonly extra: readonly string[]
}

/**
 * The write syntaxes of a to-one relation. Before each write, the relation contains `a`; `last` is the
 * expected target after it.
 */
const syntaxes = {
  id: { value: ([, b]: Ids) => b, last: 'b', extra: ['4.4/r5-single', '4.1/r2-id'] },
  object: { value: ([, b]: Ids) => ({ id: b }), last: 'b', leansOn: ['4.4/object'], extra: ['4.4/plain'] },
  array: { value: ([a, b]: Ids) => [a, b], last: 'b', extra: ['4.4/plain'] },
  'set-short': { value: ([a, b]: Ids) => ({ set: [a, b] }), last: 'b', extra: ['4.4/set-short'] },
  'set-long': { value: ([a, b]: Ids) => ({ set: [{ id: a }, { id: b }] }), last: 'b', extra: ['4.4/set-long'] },
  connect: { value: ([, b]: Ids) => ({ connect: [b] }), last: 'b', extra: ['4.4/connect-short'] },
  'connect-several': {
    value: ([a, b]: Ids) => ({ connect: [{ id: a }, { id: b }] }),
    last: 'b',
    extra: ['4.4/connect-long'],
  },
  disconnect: { value: ([a]: Ids) => ({ disconnect: [a] }), last: 'none', extra: ['4.4/disconnect-short'] },
  'disconnect-other': {
    value: ([, b]: Ids) => ({ disconnect: [{ id: b }] }),
    last: 'a',
    extra: ['4.4/disconnect-long'],
  },
  'set-empty': { value: () => ({ set: [] }), last: 'none', extra: ['4.4/set'] },
  null: { value: () => null, last: 'none', extra: ['4.4/null', '4.1/r3-null'] },
} as const satisfies Record<string, Syntax>

type Kind = keyof typeof toOne

const kinds = Object.keys(toOne) as Kind[]

/** Returns two entries to connect to. All scenarios share them, except for details, which can only have one owner. */
async function targetsOf(t: ScenarioContext, kind: Kind): Promise<Ids> {
  const { target } = toOne[kind]
  const entries =
    target === 'detail'
      ? await t.makeMany(target, [{ note: 'a' }, { note: 'b' }])
      : await t.fixtures.get(`to-one-${target}`, (session) => makeMany(session, target, [{ name: 'a' }, { name: 'b' }]))
  return [entries[0]?.id ?? 0, entries[1]?.id ?? 0]
}

export const toOneScenarios = [
  ...kinds.flatMap((kind) =>
    Object.entries<Syntax>(syntaxes).map(([id, { value, last, leansOn = [], extra }]) =>
      scenario({
        id: `rest.relations.${kind}.${id}`,
        title: `${kind}: ${id} ${last === 'none' ? 'clears the relation' : last === 'a' ? 'leaves the relation' : 'leaves the last entry'}`,
        clauses: [...leansOn, toOne[kind].clause, ...extra],
        run: async (t) => {
          const { attribute } = toOne[kind]
          const ids = await targetsOf(t, kind)
          const owner = await t.make('article', { title: 'owner', [attribute]: ids[0] })
          const before = await t.read('article', owner.id, { populate: [attribute] })
          if (t.related(before, t.entry(before), attribute) !== ids[0])
            t.block('The set-up did not connect the first target.')
          t.entry(await t.update('article', owner.id, { [attribute]: value(ids) }))
          const response = await t.read('article', owner.id, { populate: [attribute] })
          t.equal(
            response,
            'The relation contains another entry',
            t.related(response, t.entry(response), attribute),
            { a: ids[0], b: ids[1], none: null }[last],
          )
        },
      }),
    ),
  ),
  ...kinds.map((kind) =>
    scenario({
      id: `rest.relations.${kind}.create-id`,
      title: `${kind}: a create accepts a single id`,
      clauses: ['4.4/r5-single', '4.1/r2-id', '4.1/r2-relations'],
      run: async (t) => {
        const { attribute, target } = toOne[kind]
        const { id } = await t.make(target)
        const created = await t.create('article', { title: 'x', [attribute]: id })
        const response = await t.read('article', t.entry(created).id, { populate: [attribute] })
        t.equal(response, 'The relation contains another entry', t.related(response, t.entry(response), attribute), id)
      },
    }),
  ),
  scenario({
    id: 'rest.relations.one-to-one.steals',
    title: 'one-to-one: a target has one owner, the last one',
    clauses: ['4.4/both-sides', '4.4/r5-one-to-one'],
    run: async (t) => {
      const { id: detail } = await t.make('detail', { note: 'x' })
      const first = await t.make('article', { title: 'first', detail })
      const second = await t.make('article', { title: 'second', detail })
      const response = await t.read('article', second.id, { populate: ['detail'] })
      t.equal(response, 'The new owner does not have it', t.related(response, t.entry(response), 'detail'), detail)
      const former = await t.read('article', first.id, { populate: ['detail'] })
      t.equal(former, 'The former owner still has it', t.related(former, t.entry(former), 'detail'), null)
      const other = await t.read('detail', detail, { populate: ['article'] })
      t.equal(other, 'The other side differs', t.related(other, t.entry(other), 'article'), second.id)
    },
  }),
  scenario({
    id: 'rest.relations.to-one.untouched',
    title: 'An update that does not name a to-one relation keeps it',
    clauses: ['4.1/r3-relations'],
    run: async (t) => {
      const { id: category } = await t.make('category', { name: 'x' })
      const { id } = await t.make('article', { title: 'x', category })
      t.entry(await t.update('article', id, { title: 'y' }))
      const response = await t.read('article', id, { populate: ['category'] })
      t.equal(response, 'The relation changed', t.related(response, t.entry(response), 'category'), category)
    },
  }),
  scenario({
    id: 'rest.relations.to-one.missing-target',
    title: 'A to-one relation to a missing entry is rejected',
    clauses: ['4.4/missing-target', '7/no-5xx'],
    run: async (t) => {
      const { id: category } = await t.make('category', { name: 'x' })
      const { id } = await t.make('article', { title: 'x', category })
      await t.rejected(
        () => t.update('article', id, { category: 2147483600 }),
        () => t.update('article', id, { category }),
        { status: 400 },
      )
      const response = await t.read('article', id, { populate: ['category'] })
      t.equal(
        response,
        'The rejected request changed the relation',
        t.related(response, t.entry(response), 'category'),
        category,
      )
    },
  }),
]
