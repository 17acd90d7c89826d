import { scenario } from '../scenario.js'
import {
  ownerOf,
  positionsOf,
  type RelationCase,
  relationRefusal,
  relationUpdate,
  targetsOf,
  toMany,
} from './relation-case.js'

const objects = (ids: readonly number[]) => ids.map((id) => ({ id }))
const at = (id: number | undefined, position: Record<string, unknown>) => ({ id, position })

/** Every syntax for a to-many relation, on every kind of relation that supports it. */
const cases: readonly RelationCase[] = [
  {
    id: 'plain-array',
    clauses: ['4.4/plain', '4.4/r1', '4.1/r2-ids'],
    title: 'an array of ids replaces all',
    from: [1, 2],
    value: (ids) => ids(4, 3),
    to: [4, 3],
  },
  {
    id: 'plain-objects',
    clauses: ['4.4/r1'],
    title: 'an array of { id } replaces all',
    from: [1, 2],
    value: (ids) => objects(ids(3, 1)),
    to: [3, 1],
  },
  {
    id: 'set-short',
    clauses: ['4.4/set', '4.4/set-short'],
    title: 'set with ids replaces all, in order',
    from: [1, 2],
    value: (ids) => ({ set: ids(4, 1, 3) }),
    to: [4, 1, 3],
  },
  {
    id: 'set-long',
    clauses: ['4.4/set', '4.4/set-long'],
    title: 'set with { id } replaces all, in order',
    from: [1, 2],
    value: (ids) => ({ set: objects(ids(2, 4)) }),
    to: [2, 4],
  },
  {
    id: 'set-empty',
    clauses: ['4.4/set'],
    title: 'an empty set clears',
    from: [1, 2],
    value: () => ({ set: [] }),
    to: [],
  },
  { id: 'empty-array', clauses: ['4.4/null'], title: 'an empty array clears', from: [1, 2], value: () => [], to: [] },
  { id: 'null', clauses: ['4.4/null', '4.1/r3-null'], title: 'null clears', from: [1, 2], value: () => null, to: [] },
  {
    id: 'connect-short',
    clauses: ['4.4/connect', '4.4/connect-short', '4.4/r2-default'],
    title: 'connect with ids adds at the end',
    from: [1, 2],
    value: (ids) => ({ connect: ids(4, 3) }),
    to: [1, 2, 4, 3],
  },
  {
    id: 'connect-long',
    clauses: ['4.4/connect', '4.4/connect-long', '4.4/r2-default'],
    title: 'connect with { id } adds at the end',
    from: [1],
    value: (ids) => ({ connect: objects(ids(3, 2)) }),
    to: [1, 3, 2],
  },
  {
    id: 'disconnect-short',
    clauses: ['4.4/disconnect', '4.4/disconnect-short'],
    title: 'disconnect with ids removes them and keeps the rest',
    from: [1, 2, 3],
    value: (ids) => ({ disconnect: ids(2) }),
    to: [1, 3],
  },
  {
    id: 'disconnect-long',
    clauses: ['4.4/disconnect', '4.4/disconnect-long'],
    title: 'disconnect with { id } removes them',
    from: [1, 2, 3],
    value: (ids) => ({ disconnect: objects(ids(1, 3)) }),
    to: [2],
  },
  {
    id: 'connect-disconnect',
    clauses: ['4.4/connect-disconnect'],
    title: 'connect and disconnect in one request',
    from: [1, 2, 3],
    value: (ids) => ({ connect: ids(4), disconnect: ids(2) }),
    to: [1, 3, 4],
  },
  {
    id: 'before',
    clauses: ['4.4/r2-before', '4.4/r2'],
    title: 'before places the entry right before the named one',
    from: [1, 2, 3],
    value: (ids) => ({ connect: [at(ids(4)[0], { before: ids(2)[0] })] }),
    to: [1, 4, 2, 3],
  },
  {
    id: 'after',
    clauses: ['4.4/r2-after', '4.4/r2'],
    title: 'after places the entry right after the named one',
    from: [1, 2, 3],
    value: (ids) => ({ connect: [at(ids(4)[0], { after: ids(2)[0] })] }),
    to: [1, 2, 4, 3],
  },
  {
    id: 'start',
    clauses: ['4.4/r2-start', '4.4/r2'],
    title: 'start places the entry first',
    from: [1, 2],
    value: (ids) => ({ connect: [at(ids(3)[0], { start: true })] }),
    to: [3, 1, 2],
  },
  {
    id: 'end',
    clauses: ['4.4/r2-end', '4.4/r2'],
    title: 'end places the entry last',
    from: [1, 2],
    value: (ids) => ({ connect: [at(ids(3)[0], { end: true })] }),
    to: [1, 2, 3],
  },
  {
    id: 'sequential',
    clauses: ['4.4/r3'],
    title: 'items are applied one after the other',
    from: [1, 2],
    value: (ids) => ({ connect: [at(ids(3)[0], { after: ids(1)[0] }), at(ids(4)[0], { after: ids(1)[0] })] }),
    to: [1, 4, 3, 2],
  },
  {
    id: 'anchor-in-request',
    clauses: ['4.4/r3', '4.4/r2-after'],
    title: 'a position can refer to an entry that was connected before in the same request',
    from: [1, 2],
    value: (ids) => ({ connect: [at(ids(3)[0], { start: true }), at(ids(4)[0], { after: ids(3)[0] })] }),
    to: [3, 4, 1, 2],
  },
  {
    id: 'worked-example',
    clauses: ['4.4/r3-example', '4.4/r3', '4.4/r2-before', '4.4/r2-after', '4.4/r2-start', '4.4/r2-end'],
    title: 'the example of the specification',
    from: [1, 2],
    value: (ids) => {
      const [one, two, six, seven, eight, nine, ten] = ids(1, 2, 6, 7, 8, 9, 10)
      return {
        connect: [
          at(six, { after: one }),
          at(seven, { before: two }),
          at(eight, { end: true }),
          { id: nine },
          at(ten, { start: true }),
        ],
      }
    },
    to: [10, 1, 6, 7, 2, 8, 9],
  },
  {
    id: 'connect-again',
    clauses: ['4.4/connect-again'],
    title: 'connecting a connected entry moves it to the end',
    from: [1, 2, 3],
    value: (ids) => ({ connect: ids(1) }),
    to: [2, 3, 1],
  },
  {
    id: 'connect-again-position',
    clauses: ['4.4/connect-again', '4.4/r2-before'],
    title: 'connecting a connected entry moves it to the position',
    from: [1, 2, 3],
    value: (ids) => ({ connect: [at(ids(3)[0], { before: ids(1)[0] })] }),
    to: [3, 1, 2],
  },
  {
    id: 'disconnect-missing',
    clauses: ['4.4/disconnect-missing', '4.4/disconnect'],
    title: 'disconnecting an entry that is not connected changes nothing',
    from: [1, 2],
    value: (ids) => ({ disconnect: ids(3) }),
    to: [1, 2],
  },
]

type Rejection = Parameters<typeof relationRefusal>[1]

const rejections: readonly Rejection[] = [
  {
    id: 'connect-twice',
    clauses: ['4.4/r4', '7/r2', '7/error'],
    errorAlone: true,
    title: 'connecting one entry twice with different positions is rejected',
    from: [1],
    value: (ids) => ({ connect: [at(ids(2)[0], { start: true }), at(ids(2)[0], { end: true })] }),
    control: (ids) => ({ connect: [at(ids(2)[0], { start: true })] }),
  },
  {
    id: 'connect-twice-short',
    clauses: ['4.4/r4', '7/r2', '7/error'],
    errorAlone: true,
    title: 'connecting one entry twice by its id is rejected',
    from: [1],
    value: (ids) => ({ connect: ids(2, 2) }),
    control: (ids) => ({ connect: ids(2, 3) }),
  },
  {
    id: 'connect-twice-mixed',
    clauses: ['4.4/r4', '7/r2', '7/error'],
    errorAlone: true,
    title: 'connecting one entry twice, as id and as { id }, is rejected',
    from: [1],
    value: (ids) => ({ connect: [...ids(2), ...objects(ids(2))] }),
    control: (ids) => ({ connect: [...ids(2), ...objects(ids(3))] }),
  },
  {
    id: 'connect-twice-writes-nothing',
    clauses: ['4.4/r4-nothing'],
    title: 'connecting one entry twice is rejected with 4xx and writes nothing',
    from: [1],
    value: (ids) => ({ connect: [at(ids(2)[0], { start: true }), at(ids(2)[0], { end: true })] }),
    control: (ids) => ({ connect: [at(ids(2)[0], { start: true })] }),
  },
  {
    id: 'set-with-connect',
    clauses: ['4.4/set-connect'],
    title: 'set with connect is rejected',
    from: [1, 2],
    value: (ids) => ({ set: ids(3), connect: ids(4) }),
    control: (ids) => ({ set: ids(3) }),
  },
  {
    id: 'set-with-disconnect',
    clauses: ['4.4/set-disconnect'],
    title: 'set with disconnect is rejected',
    from: [1, 2],
    value: (ids) => ({ set: ids(3), disconnect: ids(1) }),
    control: (ids) => ({ set: ids(3) }),
  },
  {
    id: 'two-positions',
    clauses: ['4.4/r2-exactly-one'],
    title: 'before with after is rejected',
    from: [1, 2],
    value: (ids) => ({ connect: [at(ids(3)[0], { before: ids(1)[0], after: ids(2)[0] })] }),
    control: (ids) => ({ connect: [at(ids(3)[0], { before: ids(1)[0] })] }),
  },
  {
    id: 'start-and-end',
    clauses: ['4.4/r2-exactly-one'],
    title: 'start with end is rejected',
    from: [1, 2],
    value: (ids) => ({ connect: [at(ids(3)[0], { start: true, end: true })] }),
    control: (ids) => ({ connect: [at(ids(3)[0], { start: true })] }),
  },
  {
    id: 'before-and-start',
    clauses: ['4.4/r2-exactly-one'],
    title: 'before with start is rejected',
    from: [1, 2],
    value: (ids) => ({ connect: [at(ids(3)[0], { before: ids(2)[0], start: true })] }),
    control: (ids) => ({ connect: [at(ids(3)[0], { before: ids(2)[0] })] }),
  },
  {
    id: 'empty-position',
    clauses: ['4.4/r2-exactly-one'],
    title: 'a position without a key is rejected',
    from: [1, 2],
    value: (ids) => ({ connect: [at(ids(3)[0], {})] }),
    control: (ids) => ({ connect: [at(ids(3)[0], { end: true })] }),
  },
  {
    id: 'missing-target',
    clauses: ['4.4/missing-target', '7/no-5xx'],
    title: 'connecting a missing entry is rejected',
    from: [1],
    value: () => ({ connect: [2147483600] }),
    control: (ids) => ({ connect: ids(2) }),
    status: 400,
  },
  {
    id: 'missing-target-set',
    clauses: ['4.4/missing-target', '7/no-5xx'],
    title: 'setting a missing entry is rejected',
    from: [1],
    value: (ids) => [...ids(2), 2147483600],
    control: (ids) => ids(2),
    status: 400,
  },
  {
    id: 'missing-anchor',
    clauses: ['4.4/missing-anchor', '7/no-5xx'],
    title: 'a position beside an entry that is not connected is rejected',
    from: [1],
    value: (ids) => ({ connect: [at(ids(2)[0], { after: ids(3)[0] })] }),
    control: (ids) => ({ connect: [at(ids(2)[0], { after: ids(1)[0] })] }),
    status: 400,
  },
  {
    id: 'connect-shape',
    clauses: ['4.4/shape', '7/no-5xx'],
    title: 'connect that is not an array is rejected',
    from: [1],
    value: () => ({ connect: 'all' }),
    control: (ids) => ({ connect: ids(2) }),
    status: 400,
  },
]

const kinds = Object.keys(toMany) as (keyof typeof toMany)[]

export const toManyScenarios = [
  ...kinds.flatMap((kind) => cases.map((one) => relationUpdate(kind, one))),
  ...rejections.map((one) => relationRefusal('many-to-many', one)),
  ...rejections.slice(0, 6).map((one) => relationRefusal('many-way', one)),
  ...kinds.map((kind) =>
    scenario({
      id: `rest.relations.${kind}.create`,
      title: `${kind}: a create sets the relation and its order, in every form`,
      clauses: ['4.1/r2-relations', '4.4/plain', '4.4/r1', toMany[kind].clause],
      run: async (t) => {
        const { type, attribute } = toMany[kind]
        const targets = await targetsOf(t, kind, [1, 2, 3])
        const [a, b, c] = [1, 2, 3].map((position) => targets.get(position)?.id)
        for (const value of [
          [c, a],
          { set: [c, a] },
          { set: [{ id: c }, { id: a }] },
          { connect: [c, a] },
          { connect: [{ id: a }, { id: c, position: { start: true } }] },
        ]) {
          const created = await t.create(type, { [attribute]: value })
          const answer = await t.read(type, t.entry(created).id, { populate: [attribute] })
          t.equal(
            answer,
            `${JSON.stringify(value)} results in another relation (b is ${String(b)})`,
            t.related(answer, t.entry(answer), attribute),
            [c, a],
          )
        }
      },
    }),
  ),
  ...kinds.map((kind) =>
    scenario({
      id: `rest.relations.${kind}.untouched`,
      title: `${kind}: an update that does not name the relation keeps it with its order`,
      clauses: ['4.1/r3-relations', '4.1/r3'],
      run: async (t) => {
        const owner = await ownerOf(t, kind, [3, 1, 2], [1, 2, 3])
        const { type } = toMany[kind]
        t.entry(await t.update(type, owner.id, { [type === 'article' ? 'title' : 'name']: 'renamed' }))
        const { answer, found } = await positionsOf(t, kind, owner)
        t.equal(answer, 'The relation changed', found, [3, 1, 2])
      },
    }),
  ),
  scenario({
    id: 'rest.relations.set-equals-plain',
    title: 'Plain array, short set and long set result in the same relation',
    clauses: ['4.4/r1', '4.4/set-short', '4.4/set-long', '4.4/plain'],
    run: async (t) => {
      const owner = await ownerOf(t, 'many-to-many', [1], [1, 2, 3, 4])
      const ids = owner.ids(2, 4)
      for (const value of [ids, { set: ids }, { set: objects(ids) }]) {
        t.entry(await t.update('article', owner.id, { tags: owner.ids(1, 3) }))
        t.entry(await t.update('article', owner.id, { tags: value }))
        const { answer, found } = await positionsOf(t, 'many-to-many', owner)
        t.equal(answer, `${JSON.stringify(value)} results in another relation`, found, [2, 4])
      }
    },
  }),
  scenario({
    id: 'rest.relations.id-type-object',
    title: 'A relation item may be { id, type }',
    clauses: ['4.1/r2-object'],
    run: async (t) => {
      const { id: tag } = await t.make('tag', { name: 'x' })
      const { id: category } = await t.make('category', { name: 'y' })
      const created = await t.create('article', {
        title: 'x',
        tags: [{ id: tag, type: 'tag' }],
        category: { id: category, type: 'category' },
      })
      const answer = await t.read('article', t.entry(created).id, { populate: ['tags', 'category'] })
      const entry = t.entry(answer)
      t.equal(
        answer,
        'The relations differ',
        [t.related(answer, entry, 'tags'), t.related(answer, entry, 'category')],
        [[tag], category],
      )
    },
  }),
  scenario({
    id: 'rest.relations.both-sides',
    title: 'A relation that is written on one side is visible on the other',
    clauses: ['4.4/both-sides'],
    run: async (t) => {
      const { id: tag } = await t.make('tag', { name: 'x' })
      const { id: article } = await t.make('article', { title: 'x', tags: [tag] })
      const fromTag = await t.read('tag', tag, { populate: ['articles'] })
      t.equal(fromTag, 'The other side differs', t.related(fromTag, t.entry(fromTag), 'articles'), [article])
      t.entry(await t.update('tag', tag, { articles: [] }))
      const fromArticle = await t.read('article', article, { populate: ['tags'] })
      t.equal(fromArticle, 'The other side still has it', t.related(fromArticle, t.entry(fromArticle), 'tags'), [])
    },
  }),
  scenario({
    id: 'rest.relations.deleted-target',
    title: 'A deleted entry is removed from relations',
    clauses: ['4.1/r4', '4.4/both-sides'],
    run: async (t) => {
      const [a, b] = (await t.makeMany('tag', [{ name: 'a' }, { name: 'b' }])).map(({ id }) => id)
      const { id } = await t.make('article', { title: 'x', tags: [a, b], mainTag: a })
      t.entry(await t.delete('tag', a ?? 0))
      const answer = await t.read('article', id, { populate: ['tags', 'mainTag'] })
      const entry = t.entry(answer)
      t.equal(
        answer,
        'The relations differ',
        [t.related(answer, entry, 'tags'), t.related(answer, entry, 'mainTag')],
        [[b], null],
      )
    },
  }),
]
