import { describe, expect, it } from 'vitest'
import { writeModel } from '../../../test/write-model.js'
import type { ApiError } from '../../errors/api-error.js'
import { allowEverything, type Can } from '../permissions.js'
import type { PlanContext } from '../plan-context.js'
import type { WritePlan } from '../write-plan.js'
import { planWrite, type WriteOptions } from './plan-write.js'

const registry = writeModel()

const limits = {
  defaultLimit: 25,
  maxLimit: 100,
  withCount: true,
  arrayLimit: 100,
  filterDepth: 20,
  filterText: 1000,
}

interface Request extends Partial<Omit<WriteOptions, 'context'>> {
  readonly type?: string
  readonly strict?: boolean
  readonly can?: Can
}

function plan(data: unknown, { type = 'article', strict = true, can = allowEverything, ...rest }: Request = {}) {
  const context: PlanContext = {
    registry,
    can,
    limits,
    strict,
    locales: { default: 'en', codes: ['en', 'fr'] },
  }
  const options = { action: 'create', publishByDefault: true, context, ...rest } as const
  return planWrite(registry.contentType(`api::${type}.${type}`), data, options)
}

function refusal(data: unknown, request: Request = {}) {
  let accepted: WritePlan
  try {
    accepted = plan(data, request)
  } catch (error) {
    return (error as ApiError).toJSON().error
  }
  throw new Error(`accepted as ${JSON.stringify(accepted.links)}`)
}

/** The problems as `path: message`. */
function problems(data: unknown, request: Request = {}): string[] {
  const { details, name } = refusal(data, request)
  expect(name).toBe('ValidationError')
  const errors = details['errors'] as { path: string[]; message: string }[]
  return errors.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

function field(plan: WritePlan, name: string) {
  return plan.fields.find((write) => write.name === name)?.value
}

/** What a link does, without what it is about. */
function link(plan: WritePlan, name: string) {
  const write = plan.links.find((write) => write.name === name)
  const about = ['kind', 'name', 'attribute', 'target', 'owner', 'path']
  return Object.fromEntries(Object.entries(write ?? {}).filter(([key]) => !about.includes(key)))
}

function times<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item)
}

const title = 'A title'

describe('the data of a body', () => {
  it.each([undefined, null, 'x', 5, true])('is missing when it is %j', (data) => {
    expect(refusal(data)).toEqual({
      status: 400,
      name: 'ValidationError',
      message: 'Missing "data" payload in the request body',
      details: {},
    })
  })

  it('is not an array', () => {
    expect(problems([{ title }])[0]).toMatch(/^: data must be an object/)
  })

  it('has all its problems told at once, in the order of the model', () => {
    expect(problems({ rating: 99, title: 'x', kind: 'zzz', contactEmail: 'nope' })).toEqual([
      'title: title must be at least 3 characters',
      'kind: kind must be one of the following values: news, opinion, review',
      'contactEmail: contactEmail must be a valid email',
      'rating: rating must be less than or equal to 10',
    ])
    expect(refusal({ rating: 99, title: 'x' }).message).toBe('2 errors occurred')
  })

  it('tells a bounded number of problems', () => {
    const tags = Array.from({ length: 300 }, () => null)
    const told = problems({ title, tags })
    expect(told).toHaveLength(101)
    expect(told.at(-1)).toBe(': and 200 more')
  })
})

describe('unknown attributes', () => {
  it('are named with what was probably meant', () => {
    expect(problems({ title, titel: 'x', seo: { metaTitle: 'm', metaTitel: 'x' } })).toEqual([
      'seo.metaTitel: seo.metaTitel is not an attribute of shared.seo. Did you mean metaTitle?',
      'titel: titel is not an attribute of article. Did you mean title?',
    ])
  })

  it('never suggest a private attribute', () => {
    expect(problems({ title, internalNot: 'x' })).toEqual(['internalNot: internalNot is not an attribute of article'])
  })

  it('are dropped in lenient mode, whatever their name', () => {
    const body = JSON.parse('{"title":"A title","nope":1,"constructor":{"a":1},"__proto__":{"title":5}}')
    const { fields } = plan(body, { strict: false })
    expect(fields.map(({ name }) => name)).toEqual(['title', 'kind', 'rating', 'featured', 'publishedAt'])
  })

  it('include the name of a prototype property', () => {
    expect(problems({ title, constructor: { a: 1 } })).toHaveLength(1)
  })

  it('are few in the answer when they are many', () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, 1]))
    expect(problems({ title, ...body }).at(-1)).toBe(': 4980 more keys are not attributes of article')
  })

  it('do not include what clients send back because they read it', () => {
    const read = { id: 9, createdAt: 'x', updatedAt: 'x', createdBy: 1, updatedBy: 1, localizations: [1] }
    const { fields, links } = plan({ title, ...read })
    expect(fields.map(({ name }) => name)).not.toContain('createdAt')
    expect(links).toEqual([])
  })
})

describe('required values', () => {
  it('must be given on create', () => {
    expect(problems({})).toEqual(['title: title must be defined.'])
    expect(problems({ title: null })).toEqual(['title: title is required and must not be null'])
  })

  it('may be blank', () => {
    expect(field(plan({ name: '' }, { type: 'tag' }), 'name')).toBe('')
  })

  it('may be left out of an update, but not cleared', () => {
    expect(plan({}, { type: 'tag', action: 'update' }).fields).toEqual([])
    expect(problems({ name: null }, { type: 'tag', action: 'update' })).toEqual([
      'name: name is required and must not be null',
    ])
  })

  it('are held against links too', () => {
    const complete = { name: 'n', picture: 1, tag: 1, seo: { metaTitle: 'm' } }
    expect(plan(complete, { type: 'promise' }).links).toHaveLength(3)
    expect(problems({}, { type: 'promise' })).toHaveLength(4)
    expect(problems({ ...complete, tag: { set: [] }, picture: [], seo: null }, { type: 'promise' })).toEqual([
      'picture: picture is required and must not be emptied',
      'tag: tag is required and must not be emptied',
      'seo: seo is required and must not be null',
    ])
  })

  it('are not asked of new components in an update', () => {
    const [seo] = plan({ seo: { key: 'k' } }, { action: 'update' }).links
    expect(seo).toMatchObject({ items: [{ id: null, fields: [{ name: 'key' }, { name: 'noIndex', value: false }] }] })
  })
})

describe('drafts', () => {
  it('come of a null publishedAt, or of none where creating does not publish', () => {
    expect(plan({ publishedAt: null })).toMatchObject({ publication: 'draft', incomplete: [] })
    expect(plan({}, { publishByDefault: false })).toMatchObject({ publication: 'draft' })
    expect(field(plan({}, { publishByDefault: false }), 'publishedAt')).toBeNull()
  })

  it('skip what only a live entry needs', () => {
    expect(problems({ title: 'x', rating: 99, kind: 'zzz', seo: {}, publishedAt: null })).toEqual([
      'kind: kind must be one of the following values: news, opinion, review',
      'rating: rating must be less than or equal to 10',
    ])
    expect(problems({ links: times(5, {}), publishedAt: null })).toEqual([
      'links: links field must have less than or equal to 4 items',
    ])
  })

  it('leave it to the stored entry when an update does not say', () => {
    const written = plan({ title: 'x', seo: { metaTitle: null } }, { action: 'update' })
    expect(written.publication).toBe('unchanged')
    expect(written.incomplete).toEqual([
      { path: ['title'], message: 'title must be at least 3 characters' },
      { path: ['seo', 'metaTitle'], message: 'seo.metaTitle is required and must not be null' },
    ])
  })

  it('are published by a time', () => {
    const written = plan({ publishedAt: '2024-06-01T02:00:00+02:00' }, { action: 'update' })
    expect(written.publication).toBe('live')
    expect(field(written, 'publishedAt')).toBe('2024-06-01T00:00:00.000Z')
    expect(problems({ title: 'x', publishedAt: 5 }, { action: 'update' })).toHaveLength(1)
  })

  it.each(['', 'now', true, {}])('are not published by %j', (publishedAt) => {
    const error = refusal({ title, publishedAt })
    expect(error.details).toEqual({})
    expect(error.message).toMatch(/^Invalid format, expected a timestamp or an ISO date/)
  })

  it('publish on create with the time of the request', () => {
    expect(Date.parse(field(plan({ title }), 'publishedAt') as string)).toBeCloseTo(Date.now(), -4)
  })

  it('do not exist for a type without the option', () => {
    expect(plan({ name: 'n' }, { type: 'tag' })).toMatchObject({ publication: 'live', incomplete: [] })
    expect(problems({ name: 'n', publishedAt: null }, { type: 'tag' })).toHaveLength(1)
  })
})

describe('scalar attributes', () => {
  it.each([
    ['rating', '7', 7],
    ['views', '9000000000000000000', '9000000000000000000'],
    ['featured', 't', true],
    ['extra', { a: [1] }, '{"a":[1]}'],
    ['extra', null, null],
    ['list', [1], '[1]'],
    ['publishTime', '10:30:15', '10:30:15.000'],
    ['publishDate', '2024-05-06T23:30:00.000Z', '2024-05-06'],
    ['stampedAt', 1704067200000, '1704067200000'],
    ['code', '', ''],
    ['kind', null, null],
  ])('%s takes %j', (name, given, stored) => {
    expect(field(plan({ title, [name]: given }), name)).toEqual(stored)
  })

  it.each([
    ['title', 'x'.repeat(61), 'title must be at most 60 characters'],
    ['title', 5, 'title must be a `string` type, but the final value was: `5`.'],
    ['code', 'bad', 'code must match the following: "/^[A-Z]{2}-[0-9]+$/"'],
    ['code', `AA-${'1'.repeat(640)}`, 'code must be at most 640 characters, because it is indexed'],
    ['slug', 'x'.repeat(641), 'slug must be at most 640 characters, because it is indexed'],
    ['slug', 'a b', 'slug must match the following: "/^[A-Za-z0-9-_.~]*$/"'],
    ['secret', '12345', 'secret must be at least 6 characters'],
    ['rating', 0, 'rating must be greater than or equal to 1'],
    ['rating', 1.5, 'rating must be an integer'],
    ['views', '9000000000000000001', 'views must be less than or equal to 9000000000000000000'],
    ['score', 1.1, 'score must be less than or equal to 1'],
    ['featured', 'yes', 'featured must be a `boolean` type, but the final value was: `"yes"`.'],
    ['title', 'a\u0000b', 'title must be text in Unicode without NUL characters and unpaired surrogates'],
  ])('%s refuses %j', (name, given, message) => {
    expect(problems({ title, [name]: given })).toEqual([`${name}: ${message}`])
  })

  it.each([
    ['publishDate', 'yesterday'],
    ['publishTime', '10:30'],
    ['eventAt', 'soon'],
  ])('%s refuses %j without details, as observed', (name, given) => {
    expect(refusal({ title, [name]: given }).details).toEqual({})
    expect(problems({ title: 'x', [name]: given })).toHaveLength(2)
  })

  it('take their default on create when absent, not when null', () => {
    expect(field(plan({ title }), 'rating')).toBe(5)
    expect(field(plan({ title, rating: null }), 'rating')).toBeNull()
    expect(plan({ title }, { action: 'update' }).fields).toHaveLength(1)
  })

  it('keep passwords apart until they are hashed', () => {
    const written = plan({ title, secret: '123456' })
    expect(written.secrets).toMatchObject([{ name: 'secret', value: '123456' }])
    expect(field(written, 'secret')).toBeUndefined()
    expect(field(plan({ title, secret: null }), 'secret')).toBeNull()
  })
})

describe('uids', () => {
  it('are made of their target field on create', () => {
    expect(plan({ title: 'Déjà vu, again!' }).generated).toMatchObject([
      { name: 'slug', base: 'deja-vu-again', maximum: 640 },
    ])
    expect(plan({ title: '日本語' }).generated).toMatchObject([{ base: 'article' }])
  })

  it('stay as they are given, null too, and in updates', () => {
    expect(plan({ title, slug: null }).generated).toEqual([])
    expect(plan({ title, slug: 'mine' }).generated).toEqual([])
    expect(plan({ title }, { action: 'update' }).generated).toEqual([])
  })
})

describe('locales', () => {
  it('come from the body of a create', () => {
    expect(plan({ title }, { type: 'page' }).locale).toBe('en')
    expect(plan({ title, locale: 'fr' }, { type: 'page' }).locale).toBe('fr')
    expect(plan({ title, locale: null }, { type: 'page' }).locale).toBe('en')
    expect(plan({ title }).locale).toBeNull()
  })

  it('are known ones', () => {
    expect(problems({ title, locale: 'fre' }, { type: 'page' })).toEqual([
      'locale: locale is not a locale of this project: "fre". Did you mean fr?',
    ])
  })

  it('cannot be changed: what an update says is ignored', () => {
    expect(plan({ locale: 'fr' }, { type: 'page', action: 'update' })).toMatchObject({ locale: null, fields: [] })
  })
})

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
  ])('%j', (given, steps) => {
    expect(link(plan({ title, tags: given }), 'tags')).toEqual(steps)
    expect(link(plan({ title, tags: given }, { strict: false }), 'tags')).toEqual(steps)
  })

  it.each([{ connect: [] }, { connect: null }, { set: null }, { connect: null, disconnect: [] }])(
    '%j changes nothing',
    (given) => expect(plan({ title, tags: given }).links).toEqual([]),
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
    [{ connect: [{ id: 1, position: {} }] }, 'tags.connect.0.position'],
    [{ connect: [{ id: 1, position: null }] }, 'tags.connect.0.position'],
    [{ connect: [{ id: 1, position: 'start' }] }, 'tags.connect.0.position'],
    [{ connect: [{ id: 1, position: { middle: true } }] }, 'tags.connect.0.position'],
    [{ connect: [{ id: 1, position: { before: 2, after: 3 } }] }, 'tags.connect.0.position'],
    [{ connect: [{ id: 1, position: { before: 2, start: true } }] }, 'tags.connect.0.position'],
    [{ connect: [{ id: 1, position: { start: true, end: true } }] }, 'tags.connect.0.position'],
    [{ connect: [{ id: 1, position: { start: false } }] }, 'tags.connect.0.position.start'],
    [{ connect: [{ id: 1, position: { before: '2' } }] }, 'tags.connect.0.position.before'],
    [{ connect: [{ id: 1, position: { before: 1 } }] }, 'tags.connect.0.position'],
    [{ set: [3], connect: [4] }, 'tags'],
    [{ set: [3], disconnect: [4] }, 'tags'],
    [{ set: [3], connect: [] }, 'tags'],
    [{ connect: [1], options: { strict: 'no' } }, 'tags.options'],
    [{ connect: Array.from({ length: 10_000 }, (_, index) => index + 1) }, 'tags.connect'],
  ])('%j is refused', (given, path) => {
    for (const strict of [true, false]) {
      expect(problems({ title, tags: given }, { strict }).map((problem) => problem.split(':')[0])).toEqual([path])
    }
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
  ])('connecting twice, %j, is refused', (connect) => {
    for (const strict of [true, false]) {
      expect(refusal({ title, tags: { connect } }, { strict })).toMatchObject({
        details: {},
        message: expect.stringContaining('You cannot connect the same relation twice.'),
      })
    }
  })

  it('names an id of a set once', () => {
    for (const tags of [[1, 1, 2], { set: [{ id: 1 }, 1, 2] }]) {
      expect(problems({ title, tags })[0]).toMatch(/names the id 1 more than once/)
      expect(link(plan({ title, tags }, { strict: false }), 'tags')).toEqual(set(1, 2))
    }
  })

  it.each([
    [{ attach: [1] }, 'tags.attach: tags.attach is not a key that has a meaning here: known are id, connect'],
    [{ conect: [1] }, 'tags.conect: tags.conect is not a key that has a meaning here. Did you mean connect?'],
    [{}, 'tags: tags must be an id, an array of ids, or an object with connect, disconnect, set'],
  ])('%j means nothing', (given, problem) => {
    expect(problems({ title, tags: given })[0]).toContain(problem)
    expect(plan({ title, tags: given }, { strict: false }).links).toEqual([])
  })

  it.each([
    [{ connect: [1], atach: 1 }, 'tags.atach'],
    [[{ id: 1, name: 'x' }], 'tags.0.name'],
    [{ set: [{ id: 1, position: { start: true } }] }, 'tags.set.0.position'],
    [{ connect: [1], options: { strct: true } }, 'tags.options.strct'],
  ])('%j has a key without meaning', (given, path) => {
    expect(problems({ title, tags: given })[0]).toMatch(`${path}:`)
    expect(plan({ title, tags: given }, { strict: false }).links).toHaveLength(1)
  })

  it('to a type that the caller may not find is forbidden, in components too', () => {
    const can: Can = (_action, type) => type.singularName !== 'memo' && type.singularName !== 'tag'
    for (const data of [
      { memo: 1 },
      { memo: null },
      { zone: [{ __component: 'blocks.quote', text: 't', tags: [1] }] },
    ]) {
      expect(refusal({ title, ...data }, { can })).toMatchObject({ status: 403, name: 'ForbiddenError' })
    }
    expect(plan({ title, category: 1 }, { can }).links).toHaveLength(1)
  })
})

describe('polymorphic relations', () => {
  const request = { type: 'note' }

  it('name the type of each entry', () => {
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
  ])('%j is refused', (subject, path) => {
    expect(problems({ subject }, request)[0]).toMatch(`${path}:`)
  })

  it('point only at what the caller may find, and suggest nothing else', () => {
    const can: Can = (_action, type) => type.singularName !== 'memo'
    expect(refusal({ subject: { id: 1, __type: 'api::memo.memo' } }, { ...request, can }).status).toBe(403)
    expect(problems({ subject: { id: 1, __type: 'api::memo.mem' } }, { ...request, can })[0]).not.toMatch('memo.memo')
  })
})

describe('media', () => {
  it.each<[string, unknown, number[]]>([
    ['cover', 1, [1]],
    ['cover', '1', [1]],
    ['cover', { id: 2 }, [2]],
    ['cover', [1], [1]],
    ['cover', { set: [1] }, [1]],
    ['cover', null, []],
    ['attachments', [2, 1], [2, 1]],
    ['attachments', 3, [3]],
    ['attachments', { set: [1] }, [1]],
    ['attachments', [], []],
    ['attachments', null, []],
  ])('%s takes %j', (name, given, ids) => {
    expect(link(plan({ title, [name]: given }), name)).toEqual({ set: ids })
  })

  it.each([{ connect: [1] }, { disconnect: [1] }, { set: 1 }, [null], 'abc', 0])('refuses %j', (cover) => {
    expect(problems({ title, cover }, { strict: false })).toHaveLength(1)
  })

  it('names a file once', () => {
    expect(problems({ title, attachments: [1, 1] })).toHaveLength(1)
    expect(link(plan({ title, attachments: [1, 1] }, { strict: false }), 'attachments')).toEqual({ set: [1] })
  })
})

describe('components and zones', () => {
  it('are planned to any depth', () => {
    const seo = { metaTitle: 'm', metaImage: 1, canonical: { label: 'c' } }
    expect(plan({ title, seo }).links).toMatchObject([
      {
        kind: 'component',
        owner: { uid: 'api::article.article' },
        items: [
          {
            id: null,
            fields: [
              { name: 'metaTitle', value: 'm' },
              { name: 'noIndex', value: false },
            ],
            links: [
              { kind: 'media', set: [1] },
              { kind: 'component', owner: { uid: 'shared.seo' }, items: [{ path: ['seo', 'canonical'] }] },
            ],
          },
        ],
      },
    ])
  })

  it('merge by id, without defaults', () => {
    const [links] = plan({ links: [{ id: '7', url: 'u' }, { label: 'new' }] }, { action: 'update' }).links
    expect(links).toMatchObject({
      items: [
        { id: 7, fields: [{ name: 'url' }] },
        { id: null, fields: [{ name: 'label' }, { name: 'target', value: 'self' }] },
      ],
    })
  })

  it.each<[object, string[]]>([
    [{ seo: 'x' }, ['seo: seo must be a `object` type, but the final value was: `"x"`.']],
    [{ seo: [{}] }, ['seo: seo must be a `object` type, but the final value was: `[{}]`.']],
    [
      { seo: { canonical: { url: 'y' } } },
      ['seo.metaTitle: seo.metaTitle must be defined.', 'seo.canonical.label: seo.canonical.label must be defined.'],
    ],
    [{ links: { label: 'x' } }, ['links: links must be a `array` type, but the final value was: `{"label":"x"}`.']],
    [{ links: null }, ['links: links must be a `array` type, but the final value was: `null`.']],
    [{ links: [null] }, ['links.0: links[0] must be a `object` type, but the final value was: `null`.']],
    [
      { links: [{ url: 'x' }, { label: 'ok', target: 'zzz' }] },
      [
        'links.0.label: links[0].label must be defined.',
        'links.1.target: links[1].target must be one of the following values: self, blank',
      ],
    ],
    [{ links: times(5, { label: 'x' }) }, ['links: links field must have less than or equal to 4 items']],
    [{ links: [{ id: 1 }, { id: 1 }] }, ['links: links names the component with id 1 more than once']],
    [{ seo: { id: 'x', metaTitle: 'm' } }, ['seo.id: seo.id must be an id, but is "x"']],
    [{ zone: {} }, ['zone: zone must be a `array` type, but the final value was: `{}`.']],
    [{ zone: [{ text: 'x' }] }, ['zone.0.__component: zone[0].__component is a required field']],
    [
      { zone: [{ __component: 'blocks.quot', text: 'x' }] },
      [
        'zone.0.__component: zone[0].__component must be one of the following values: blocks.quote, blocks.gallery. ' +
          'Did you mean blocks.quote?',
      ],
    ],
    [
      { zone: [{ __component: 'shared.seo', metaTitle: 'x' }] },
      ['zone.0.__component: zone[0].__component must be one of the following values: blocks.quote, blocks.gallery'],
    ],
    [{ zone: [{ __component: 'blocks.quote' }] }, ['zone.0.text: zone[0].text must be defined.']],
    [
      { zone: times(6, { __component: 'blocks.quote', text: 't' }) },
      ['zone: zone field must have less than or equal to 5 items'],
    ],
  ])('%j is refused', (data, expected) => {
    expect(problems({ title, ...data })).toEqual(expected)
  })

  it('are bounded where the model sets no bound', () => {
    const blocks = times(1000, { __component: 'blocks.quote', text: 't' })
    expect(problems({ title, blocks }, { type: 'page' })).toHaveLength(1)
  })

  it('take their own name as __component', () => {
    expect(plan({ title, seo: { metaTitle: 'x', __component: 'shared.seo' } }).links).toHaveLength(1)
    expect(problems({ title, seo: { metaTitle: 'x', __component: 'shared.link' } })).toHaveLength(1)
  })
})
