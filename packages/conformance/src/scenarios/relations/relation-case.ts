import { type Entry, makeMany } from '../../fixtures/maker.js'
import type { Exchange } from '../../target/exchange.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

/** To-many attributes of articles and the type of their targets, by the kind of relation. */
export const toMany = {
  'many-to-many': { type: 'article', attribute: 'tags', target: 'tag', clause: '4.4/r6-many-to-many' },
  'many-way': { type: 'article', attribute: 'wayTags', target: 'tag', clause: '4.4/r6-many-way' },
  'one-to-many': { type: 'category', attribute: 'children', target: 'category', clause: '4.4/r6-one-to-many' },
} as const

/** To-one attributes of articles, by the kind of relation. */
export const toOne = {
  'many-to-one': { attribute: 'category', target: 'category', clause: '4.4/r5-many-to-one' },
  'one-to-one': { attribute: 'detail', target: 'detail', clause: '4.4/r5-one-to-one' },
  'one-way': { attribute: 'mainTag', target: 'tag', clause: '4.4/r5-one-way' },
} as const

export interface RelationCase {
  readonly id: string
  readonly clauses: readonly string[]
  readonly title: string
  /** Positions (from 1) of the targets that are connected at first. */
  readonly from: readonly number[]
  /** The value that is sent, written with positions that `ids` turns into real ids. */
  readonly value: (ids: (...positions: readonly number[]) => number[]) => unknown
  /** Positions expected afterwards. */
  readonly to: readonly number[]
}

export interface Owner {
  readonly id: number
  readonly targets: readonly Entry[]
  readonly ids: (...positions: readonly number[]) => number[]
  readonly positions: (ids: unknown) => unknown
}

type Kind = keyof typeof toMany

const most = 10
const named = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `n${index + 1}` }))

/**
 * Entries to connect to. Tags can have any number of owners, so that all scenarios share theirs; a child has one parent.
 */
const targetsOf = (t: ScenarioContext, kind: Kind, count: number): Promise<readonly Entry[]> =>
  toMany[kind].target === 'tag'
    ? t.fixtures.get('relation-targets', (session) => makeMany(session, 'tag', named(most)))
    : t.makeMany(toMany[kind].target, named(count))

/** An entry of a type, connected to some of at most ten targets. */
export async function ownerOf(t: ScenarioContext, kind: Kind, from: readonly number[], count: number): Promise<Owner> {
  const { type, attribute } = toMany[kind]
  const targets = await targetsOf(t, kind, count)
  const ids = (...positions: readonly number[]) => positions.map((position) => targets[position - 1]?.id ?? 0)
  const owner = await t.make(type, { [type === 'article' ? 'title' : 'name']: 'owner', [attribute]: ids(...from) })
  return {
    id: owner.id,
    targets,
    ids,
    positions: (found) =>
      Array.isArray(found) ? found.map((id) => targets.findIndex((entry) => entry.id === id) + 1) : found,
  }
}

export async function positionsOf(
  t: ScenarioContext,
  kind: Kind,
  owner: Owner,
): Promise<{ answer: Exchange; found: unknown }> {
  const { type, attribute } = toMany[kind]
  const answer = await t.read(type, owner.id, { populate: [attribute] })
  return { answer, found: owner.positions(t.related(answer, t.entry(answer), attribute)) }
}

/** Sends the value in an update and checks the order that is read back. */
export const relationUpdate = (kind: Kind, { id, clauses, title, from, value, to }: RelationCase): Scenario =>
  scenario({
    id: `rest.relations.${kind}.${id}`,
    clauses: [...clauses, toMany[kind].clause],
    title: `${kind}: ${title}`,
    run: async (t) => {
      const { type, attribute } = toMany[kind]
      const owner = await ownerOf(t, kind, from, Math.max(4, ...from, ...to))
      const before = await positionsOf(t, kind, owner)
      if (JSON.stringify(before.found) !== JSON.stringify(from))
        t.block(`The set-up connected ${JSON.stringify(before.found)} instead of ${JSON.stringify(from)}.`)
      t.entry(await t.update(type, owner.id, { [attribute]: value(owner.ids) }))
      const after = await positionsOf(t, kind, owner)
      t.equal(after.answer, 'The relation holds other entries, or in another order', after.found, to)
    },
  })

/** Sends a value that has to be refused, beside one that has to be taken, and checks that nothing was written. */
export const relationRefusal = (
  kind: Kind,
  {
    id,
    clauses,
    title,
    from,
    value,
    control,
    status,
  }: Omit<RelationCase, 'to'> & { readonly control: RelationCase['value']; readonly status?: number },
): Scenario =>
  scenario({
    id: `rest.relations.${kind}.${id}`,
    clauses,
    title: `${kind}: ${title}`,
    run: async (t) => {
      const { type, attribute } = toMany[kind]
      const [owner, other] = [await ownerOf(t, kind, from, 6), await ownerOf(t, kind, from, 6)]
      await t.refused(
        () => t.update(type, owner.id, { [attribute]: value(owner.ids) }),
        () => t.update(type, other.id, { [attribute]: control(other.ids) }),
        status === undefined ? {} : { status },
      )
      const after = await positionsOf(t, kind, owner)
      t.equal(after.answer, 'The refused request changed the relation', after.found, from)
    },
  })
