import { scenario } from '../scenario.js'
import { ownerOf, positionsOf, relationRefusal, relationUpdate, targetsOf, toMany } from './relation-case.js'
import { at, objects, updates } from './to-many-updates.js'

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
  ...kinds.flatMap((kind) => updates.map((one) => relationUpdate(kind, one))),
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
          const response = await t.read(type, t.entry(created).id, { populate: [attribute] })
          t.equal(
            response,
            `${JSON.stringify(value)} results in another relation (b is ${String(b)})`,
            t.related(response, t.entry(response), attribute),
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
        const { response, found } = await positionsOf(t, kind, owner)
        t.equal(response, 'The relation changed', found, [3, 1, 2])
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
        const { response, found } = await positionsOf(t, 'many-to-many', owner)
        t.equal(response, `${JSON.stringify(value)} results in another relation`, found, [2, 4])
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
      const response = await t.read('article', t.entry(created).id, { populate: ['tags', 'category'] })
      const entry = t.entry(response)
      t.equal(
        response,
        'The relations differ',
        [t.related(response, entry, 'tags'), t.related(response, entry, 'category')],
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
      t.deleted(await t.delete('tag', a ?? 0))
      const response = await t.read('article', id, { populate: ['tags', 'mainTag'] })
      const entry = t.entry(response)
      t.equal(
        response,
        'The relations differ',
        [t.related(response, entry, 'tags'), t.related(response, entry, 'mainTag')],
        [[b], null],
      )
    },
  }),
]
