import type { Entry, EntryId } from '../../target/entry-view.js'
import { makeMany } from '../../fixtures/maker.js'
import type { Exchange } from '../../target/exchange.js'
import type { Session } from '../../target/session.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

/** For each kind of to-many relation, an attribute, the type that has it and the type of its targets. */
export const toMany = {
  'many-to-many': { type: 'article', attribute: 'tags', target: 'tag', clause: '4.4/r6-many-to-many' },
  'many-way': { type: 'article', attribute: 'wayTags', target: 'tag', clause: '4.4/r6-many-way' },
  'one-to-many': { type: 'category', attribute: 'children', target: 'category', clause: '4.4/r6-one-to-many' },
} as const

/** For each kind of to-one relation, an attribute of articles and the type of its targets. */
export const toOne = {
  'many-to-one': { attribute: 'category', target: 'category', clause: '4.4/r5-many-to-one' },
  'one-to-one': { attribute: 'detail', target: 'detail', clause: '4.4/r5-one-to-one' },
  'one-way': { attribute: 'mainTag', target: 'tag', clause: '4.4/r5-one-way' },
} as const

export interface RelationCase {
  readonly id: string
  readonly clauses: readonly string[]
  readonly title: string
  /** The targets that the set-up connects, as positions in the list of all targets, counted from 1. */
  readonly from: readonly number[]
  /** Returns the value to send. `ids` returns the ids of the targets at the positions in its arguments. */
  readonly value: (ids: (...positions: readonly number[]) => EntryId[]) => unknown
  /** The targets that the relation must contain afterwards, in order, as positions. */
  readonly to: readonly number[]
}

export interface Owner {
  readonly id: EntryId
  readonly ids: (...positions: readonly number[]) => EntryId[]
  readonly positions: (ids: unknown) => unknown
}

type Kind = keyof typeof toMany

type Targets = ReadonlyMap<number, Entry>

const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

async function makeTargets(session: Session, kind: Kind, positions: readonly number[]): Promise<Targets> {
  const rows = positions.map((position) => ({ name: `n${position}` }))
  const entries = await makeMany(session, toMany[kind].target, rows)
  return new Map(entries.map((entry, index) => [positions[index] ?? 0, entry]))
}

/**
 * Returns entries to connect to, by position. Tags can have any number of owners, so scenarios share them. A
 * child has one parent, so each scenario creates its own.
 */
export const targetsOf = (t: ScenarioContext, kind: Kind, positions: readonly number[]): Promise<Targets> =>
  toMany[kind].target === 'tag'
    ? t.fixtures.get('relation-targets', (session) => makeTargets(session, kind, all))
    : makeTargets(t.session, kind, positions)

interface Spoken {
  readonly from: readonly number[]
  readonly values: readonly RelationCase['value'][]
  readonly to?: readonly number[]
}

/** Returns the positions that a case uses. */
function positionsIn({ from, values, to = [] }: Spoken): number[] {
  const used = new Set([...from, ...to])
  for (const value of values) {
    value((...positions) => {
      for (const position of positions) used.add(position)
      return [...positions]
    })
  }
  return [...used].toSorted((a, b) => a - b)
}

/** Creates an entry that is connected to the targets at `from`. `used` contains all positions of the case. */
export async function ownerOf(
  t: ScenarioContext,
  kind: Kind,
  from: readonly number[],
  used: readonly number[],
): Promise<Owner> {
  const { type, attribute } = toMany[kind]
  const targets = await targetsOf(t, kind, used)
  const ids = (...positions: readonly number[]) => positions.map((position) => targets.get(position)?.id ?? 0)
  const positionOf = new Map([...targets].map(([position, { id }]) => [id, position]))
  const owner = await t.make(type, { [type === 'article' ? 'title' : 'name']: 'owner', [attribute]: ids(...from) })
  return {
    id: owner.id,
    ids,
    positions: (found) => (Array.isArray(found) ? found.map((id: EntryId) => positionOf.get(id) ?? 0) : found),
  }
}

export async function positionsOf(
  t: ScenarioContext,
  kind: Kind,
  owner: Owner,
): Promise<{ response: Exchange; found: unknown }> {
  const { type, attribute } = toMany[kind]
  const response = await t.read(type, owner.id, { populate: [attribute] })
  return { response, found: owner.positions(t.related(response, t.entry(response), attribute)) }
}

/** Sends the value in an update and checks the resulting order. */
export const relationUpdate = (kind: Kind, { id, clauses, title, from, value, to }: RelationCase): Scenario =>
  scenario({
    id: `rest.relations.${kind}.${id}`,
    clauses: [...clauses, toMany[kind].clause],
    title: `${kind}: ${title}`,
    run: async (t) => {
      const { type, attribute } = toMany[kind]
      const owner = await ownerOf(t, kind, from, positionsIn({ from, values: [value], to }))
      const before = await positionsOf(t, kind, owner)
      if (JSON.stringify(before.found) !== JSON.stringify(from))
        t.block(`The set-up connected ${JSON.stringify(before.found)} instead of ${JSON.stringify(from)}.`)
      t.entry(await t.update(type, owner.id, { [attribute]: value(owner.ids) }))
      const after = await positionsOf(t, kind, owner)
      t.equal(after.response, 'The relation contains other entries, or in another order', after.found, to)
    },
  })

/**
 * Sends a value that must be rejected and one that must be accepted, and checks that the first wrote nothing,
 * unless the clause only requires an error.
 */
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
    errorAlone = false,
  }: Omit<RelationCase, 'to'> & {
    readonly control: RelationCase['value']
    readonly status?: number
    /** Accepts any error, whatever was written. */
    readonly errorAlone?: boolean
  },
): Scenario =>
  scenario({
    id: `rest.relations.${kind}.${id}`,
    clauses,
    title: `${kind}: ${title}`,
    run: async (t) => {
      const { type, attribute } = toMany[kind]
      const owner = await ownerOf(t, kind, from, positionsIn({ from, values: [value, control] }))
      const bad = await t.update(type, owner.id, { [attribute]: value(owner.ids) })
      const after = await positionsOf(t, kind, owner)
      // The control comes last, because it changes what the invalid request must not have changed.
      await t.rejected(
        () => Promise.resolve(bad),
        () => t.update(type, owner.id, { [attribute]: control(owner.ids) }),
        errorAlone ? { anyStatus: true } : status === undefined ? {} : { status },
      )
      if (errorAlone) return
      t.equal(after.response, 'The rejected request changed the relation', after.found, from)
    },
  })
