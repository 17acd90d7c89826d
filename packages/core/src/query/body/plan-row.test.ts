import { describe, expect, it } from 'vitest'
import { link, plan, problems, times, title } from '../../../../server/test/engine/write/plans.js'

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
  ])('%s accepts %j', (name, input, ids) => {
    expect(link(plan({ title, [name]: input }), name)).toEqual({ set: ids })
  })

  it.each([{ connect: [1] }, { disconnect: [1] }, { set: 1 }, [null], 'abc', 0])('rejects %j', (cover) => {
    expect(problems({ title, cover }, { strict: false })).toHaveLength(1)
  })

  it.each([[[2, 1]], [{ set: [2, 1] }]])('rejects several files for a single attribute: %j', (cover) => {
    expect(problems({ title, cover })).toEqual(['cover: cover holds one file, but the input has 2. Send one id.'])
    // As in Strapi 4.26.
    expect(link(plan({ title, cover }, { strict: false }), 'cover')).toEqual({ set: [2] })
  })

  it('rejects the same file twice', () => {
    expect(problems({ title, attachments: [1, 1] })).toHaveLength(1)
    expect(link(plan({ title, attachments: [1, 1] }, { strict: false }), 'attachments')).toEqual({ set: [1] })
  })
})

describe('components and zones', () => {
  it('are planned at any depth', () => {
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

  it('update a component by its id, without applying defaults', () => {
    const [links] = plan({ links: [{ id: '7', url: 'u' }, { label: 'new' }] }, { action: 'update' }).links
    expect(links).toMatchObject({
      items: [
        { id: 7, fields: [{ name: 'url' }] },
        { id: null, fields: [{ name: 'label' }, { name: 'target', value: 'self' }] },
      ],
    })
  })

  it('need their required values in an update too, unless they have an id', () => {
    const data = { seo: { key: 'k', canonical: {} }, links: [{ id: 1 }, {}], zone: [{ __component: 'blocks.quote' }] }
    expect(plan(data, { action: 'update' }).incomplete.map(({ message }) => message)).toEqual([
      'seo.metaTitle must be defined.',
      'seo.canonical.label must be defined.',
      'links[1].label must be defined.',
      'zone[0].text must be defined.',
    ])
    expect(plan({ seo: { id: 1, canonical: { id: 2 } } }, { action: 'update' }).incomplete).toEqual([])
  })

  it.each(['links', 'zone', 'seo'])('are removed by null: %s', (name) => {
    expect(plan({ [name]: null }, { action: 'update' })).toMatchObject({ links: [{ name, items: [] }], incomplete: [] })
  })

  it('reject the same id twice', () => {
    const twice = { links: [{ id: 1 }, { id: 1 }] }
    expect(problems(twice, { action: 'update' })).toEqual(['links: links names the component with id 1 more than once'])
  })

  it('are created inside a new component, even with an id', () => {
    const seo = { id: 7, metaTitle: 'm', canonical: { id: 8, label: 'c' } }
    const items = (strict: boolean, action: 'create' | 'update', data: object) =>
      plan(action === 'create' ? { title, ...data } : data, { strict, action }).links[0]
    const inside = (copied: number | null) => [{ items: [{ id: null, copied }] }]
    const fresh = [{ name: 'metaTitle' }, { name: 'noIndex', value: false }]
    expect(items(true, 'create', { seo })).toMatchObject({
      items: [{ id: null, copied: 7, fields: fresh, links: inside(8) }],
    })
    expect(items(false, 'create', { seo: { ...seo, id: 'x' } })).toMatchObject({
      items: [{ id: null, copied: null, links: inside(null) }],
    })
    expect(items(true, 'update', { seo })).toMatchObject({ items: [{ id: 7, copied: null, links: [{}] }] })
    expect(items(true, 'update', { seo: { ...seo, id: null } })).toMatchObject({
      items: [{ id: null, copied: null, links: inside(8) }],
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
    [{ links: [null] }, ['links.0: links[0] must be a `object` type, but the final value was: `null`.']],
    [
      { links: [{ url: 'x' }, { label: 'ok', target: 'zzz' }] },
      [
        'links.0.label: links[0].label must be defined.',
        'links.1.target: links[1].target must be one of the following values: self, blank',
      ],
    ],
    [{ links: times(5, { label: 'x' }) }, ['links: links field must have less than or equal to 4 items']],
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
  ])('are rejected when invalid: %j', (data, expected) => {
    expect(problems({ title, ...data })).toEqual(expected)
  })

  it('have a default limit where the model has none', () => {
    const blocks = times(1000, { __component: 'blocks.quote', text: 't' })
    expect(problems({ title, blocks }, { type: 'page' })).toHaveLength(1)
  })

  it('accept their own uid as __component', () => {
    expect(plan({ title, seo: { metaTitle: 'x', __component: 'shared.seo' } }).links).toHaveLength(1)
    expect(problems({ title, seo: { metaTitle: 'x', __component: 'shared.link' } })).toHaveLength(1)
  })
})
