const item = 'api::item.item'
const group = 'api::group.group'
const tag = 'api::tag.tag'
const page = 'api::page.page'
const es = () => strapi.entityService
const q = (uid) => strapi.db.query(uid)

module.exports = {
  'create a group': () => es().create(group, { data: { name: 'G1' } }),
  'create a second group': () => q(group).create({ data: { name: 'G2' } }),
  'create without data': () => es().create(group, {}),
  'create with undefined parameters': () => es().create(group),
  'create with an unknown attribute': () => es().create(group, { data: { name: 'G3', nmae: 'x' } }),
  'create a tag': () => es().create(tag, { data: { name: 'T1' } }),
  'create a second tag': () => es().create(tag, { data: { name: 'T2', locale: 'en' } }),
  'create an item': () =>
    es().create(item, {
      data: {
        title: 'Alpha',
        slug: 'alpha',
        rank: 3,
        price: 1.5,
        kind: 'small',
        day: '2024-01-02',
        at: '2024-01-02T03:04:05.000Z',
        data: { a: 1 },
        code: 'a',
        secret: 's',
        pin: '1234',
        group: 1,
        tags: [1, 2],
        seo: { text: 'S', group: 1 },
        rows: [
          { label: 'r1', amount: 1 },
          { label: 'r2', amount: 2 },
        ],
        zone: [
          { __component: 'parts.seo', text: 'Z' },
          { __component: 'parts.row', label: 'z2' },
        ],
      },
      populate: ['group', 'tags', 'seo', 'rows', 'zone'],
    }),
  'create a published item': () =>
    es().create(item, {
      data: {
        title: 'Beta',
        rank: 1,
        code: 'b',
        publishedAt: new Date('2024-05-01T00:00:00Z'),
        group: { id: 2 },
        tags: { connect: [{ id: 2 }] },
      },
      populate: '*',
    }),
  'create with publishedAt null': () => es().create(item, { data: { title: 'Gamma', rank: 2, publishedAt: null } }),
  'create without a required attribute': () => es().create(item, { data: { rank: 4 } }),
  'create a published item without a required attribute': () =>
    es().create(item, { data: { rank: 4, publishedAt: new Date() } }),
  'create an invalid item': () =>
    es().create(item, { data: { title: 'x', rank: 101, kind: 'huge', publishedAt: new Date() } }),
  'create an invalid draft': () => es().create(item, { data: { title: 'x', rank: 101, kind: 'small' } }),
  'create with a value of another type': () =>
    es().create(item, { data: { title: 5, rank: '7', price: '2.25', active: 'false' } }),
  'create with a duplicate unique value': () =>
    es().create(item, { data: { title: 'Twin', code: 'a', publishedAt: new Date() } }),
  'create by query without checks': () => q(item).create({ data: { title: 'x', rank: 101 } }),
  'create by query with relations': () =>
    q(item).create({ data: { title: 'Delta', rank: 9, group: 1, tags: [1] }, populate: ['group', 'tags'] }),
  'create by query with select': () =>
    q(item).create({ data: { title: 'Epsilon', slug: 'epsilon' }, select: ['title', 'slug'] }),
  'create by query with a relation that does not exist': () => q(item).create({ data: { title: 'Zeta', group: 999 } }),
  'create with a relation that does not exist': () => es().create(item, { data: { title: 'Eta', group: 999 } }),
  'create a single type': () => es().create(page, { data: { heading: 'H' } }),
  createMany: () => q(group).createMany({ data: [{ name: 'M1' }, { name: 'M2' }] }),
}
