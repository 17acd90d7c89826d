import { describe, expect, it } from 'vitest'
import { link, plan, problems, rejection, title } from '../../../../server/test/engine/write/plans.js'
import type { Can } from '../plan-context.js'

describe('relations (specification §4.4)', () => {
  const end = { end: true }
  const set = (...ids: number[]) => ({
    clear: true,
    disconnect: [],
    connect: ids.map((id) => ({ id, position: end })),
    strict: true,
  })
  const connect = (...items: [number, object][]) => ({
    clear: false,
    disconnect: [],
    connect: items.map(([id, position]) => ({ id, position })),
    strict: true,
  })

  it.each<[unknown, object]>([
    [3, set(3)],
    ['3', set(3)],
    [[2, 4], set(2, 4)],
    [['1', { id: 2 }, 3], set(1, 2, 3)],
    [{ id: 2 }, set(2)],
    [{ id: 2, type: 'abc' }, set(2)],
    [[{ id: 1, type: 'abc' }], set(1)],
    [{ set: [2, 4] }, set(2, 4)],
    [{ set: [{ id: 2 }, { id: 4 }] }, set(2, 4)],
    [{ set: [] }, set()],
    [[], set()],
    [null, set()],
    [{ connect: [1, '2'] }, connect([1, end], [2, end])],
    [{ connect: [{ id: '1' }, { id: 2, position: { start: true } }] }, connect([1, end], [2, { start: true }])],
    [{ connect: [{ id: 6, position: { after: 1 } }] }, connect([6, { after: 1 }])],
    [{ connect: [{ id: 7, position: { before: 2 } }] }, connect([7, { before: 2 }])],
    [{ connect: [{ id: 7, position: { end: true } }] }, connect([7, end])],
    [
      { connect: [8], disconnect: [8, { id: 9 }] },
      { ...connect([8, end]), disconnect: [8, 9] },
    ],
    [{ disconnect: [1, 1] }, { ...connect(), disconnect: [1, 1] }],
    [
      { connect: [{ id: 3, position: { before: 99 } }], options: { strict: false } },
      { ...connect([3, { before: 99 }]), strict: false },
    ],
  ])('accept %j', (input, steps) => {
    expect(link(plan({ title, tags: input }), 'tags')).toEqual(steps)
    expect(link(plan({ title, tags: input }, { strict: false }), 'tags')).toEqual(steps)
  })

  it.each([{ connect: [] }, { connect: null }, { set: null }, { connect: null, disconnect: [] }])(
    'accept %j as no change',
    (input) => expect(plan({ title, tags: input }).links).toEqual([]),
  )

  it.each<[unknown, string]>([
    ['abc', 'tags'],
    ['1abc', 'tags'],
    ['01', 'tags'],
    [0, 'tags'],
    [-1, 'tags'],
    [1.5, 'tags'],
    [1e21, 'tags'],
    [false, 'tags'],
    [[null, 1], 'tags.0'],
    [[[1]], 'tags.0'],
    [[{}], 'tags.0'],
    [{ connect: { id: 5 } }, 'tags.connect'],
    [{ connect: 5 }, 'tags.connect'],
    [{ connect: '5' }, 'tags.connect'],
    [{ set: 5 }, 'tags.set'],
    [{ connect: [{ position: { start: true } }] }, 'tags.connect.0'],
    [{ set: [3], connect: [4] }, 'tags'],
    [{ set: [3], disconnect: [4] }, 'tags'],
    [{ set: [3], connect: [] }, 'tags'],
    [{ connect: [1], options: { strict: 'no' } }, 'tags.options'],
    [{ connect: Array.from({ length: 10_000 }, (_, index) => index + 1) }, 'tags.connect'],
  ])('reject %j', (input, path) => {
    for (const strict of [true, false]) {
      expect(problems({ title, tags: input }, { strict }).map((problem) => problem.split(':')[0])).toEqual([path])
    }
  })

  it.each<unknown>([
    {},
    null,
    'start',
    { middle: true },
    { before: 2, after: 3 },
    { before: 2, start: true },
    { start: true, end: true },
    { start: false },
    { before: '2' },
  ])('reject the position %j without a path in the details, as in Strapi 4.26', (position) => {
    for (const strict of [true, false]) {
      expect(rejection({ title, tags: { connect: [{ id: 1, position }] } }, { strict })).toMatchObject({
        details: {},
        message: expect.stringMatching(/^tags\.connect\[0\]\.position/),
      })
    }
  })

  it('reject an item whose position is before itself as a circular reference, as in Strapi 4.26', () => {
    const connect = [{ id: 1, position: { before: 1 } }]
    expect(() => plan({ title, tags: { connect } })).toThrow(/circular reference/)
  })

  it.each([
    [[3, 3]],
    [
      [
        { id: 4, position: { start: true } },
        { id: 4, position: { end: true } },
      ],
    ],
    [[{ id: 5 }, { id: 5 }]],
    [[6, { id: 6 }]],
  ])('reject %j, which connects an id twice', (connect) => {
    for (const strict of [true, false]) {
      expect(rejection({ title, tags: { connect } }, { strict })).toMatchObject({
        details: {},
        message: expect.stringContaining('You cannot connect the same relation twice.'),
      })
    }
  })

  it('reject the same id twice in a set', () => {
    for (const tags of [[1, 1, 2], { set: [{ id: 1 }, 1, 2] }]) {
      expect(problems({ title, tags })[0]).toMatch(/names the id 1 more than once/)
      expect(link(plan({ title, tags }, { strict: false }), 'tags')).toEqual(set(1, 2))
    }
  })

  it.each([
    [{ attach: [1] }, 'tags.attach: tags.attach is not a valid key: known are id, connect'],
    [{ data: [{ id: 1 }] }, 'tags.data: tags.data is not a valid key: only responses have it. Send ids instead'],
    [{ conect: [1] }, 'tags.conect: tags.conect is not a valid key. Did you mean connect?'],
    [{}, 'tags: tags must be an id, an array of ids, or an object with connect, disconnect, set'],
  ])('reject %j in strict mode and ignore it in lenient mode', (input, problem) => {
    expect(problems({ title, tags: input })[0]).toContain(problem)
    expect(plan({ title, tags: input }, { strict: false }).links).toEqual([])
  })

  it.each([
    [{ connect: [1], atach: 1 }, 'tags.atach'],
    [[{ id: 1, name: 'x' }], 'tags.0.name'],
    [{ set: [{ id: 1, position: { start: true } }] }, 'tags.set.0.position'],
    [{ connect: [1], options: { strct: true } }, 'tags.options.strct'],
  ])('reject the unknown key in %j', (input, path) => {
    expect(problems({ title, tags: input })[0]).toMatch(`${path}:`)
    expect(plan({ title, tags: input }, { strict: false }).links).toHaveLength(1)
  })

  it('to a type that the caller may not find are rejected with 403, in components too', () => {
    const can: Can = (_action, type) => type.singularName !== 'memo' && type.singularName !== 'tag'
    for (const data of [
      { memo: 1 },
      { memo: null },
      { zone: [{ __component: 'blocks.quote', text: 't', tags: [1] }] },
    ]) {
      expect(rejection({ title, ...data }, { can })).toMatchObject({ status: 403, name: 'ForbiddenError' })
    }
    expect(plan({ title, category: 1 }, { can }).links).toHaveLength(1)
  })
})

describe('polymorphic relations', () => {
  const request = { type: 'note' }

  it('take the type of each entry from the body', () => {
    const subject = { id: 1, __type: 'api::tag.tag' }
    const [written] = plan({ subject }, request).links
    expect(written).toMatchObject({ kind: 'morph', set: [{ id: 1, type: { uid: 'api::tag.tag' } }] })
    expect(plan({ subjects: [subject, { id: 1, __type: 'api::category.category' }] }, request).links).toMatchObject([
      { set: [{ id: 1 }, { id: 1 }] },
    ])
    expect(plan({ subject: null }, request).links).toMatchObject([{ set: [] }])
  })

  it.each([
    [1, 'subject'],
    [{ id: 1, type: 'api::tag.tag' }, 'subject'],
    [{ id: 1, __type: 'api::tga.tag' }, 'subject.__type'],
    [{ id: 'x', __type: 'api::tag.tag' }, 'subject'],
    [{ connect: [1] }, 'subject'],
  ])('reject %j', (subject, path) => {
    expect(problems({ subject }, request)[0]).toMatch(`${path}:`)
  })

  it('accept only types that the caller may find, and suggest no other', () => {
    const can: Can = (_action, type) => type.singularName !== 'memo'
    expect(rejection({ subject: { id: 1, __type: 'api::memo.memo' } }, { ...request, can }).status).toBe(403)
    expect(problems({ subject: { id: 1, __type: 'api::memo.mem' } }, { ...request, can })[0]).not.toMatch('memo.memo')
  })
})
