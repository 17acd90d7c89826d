const item = 'api::item.item'
const group = 'api::group.group'
const es = () => strapi.entityService
const q = (uid) => strapi.db.query(uid)
const titles = (list) => list.map((one) => one.title)
const byTitle = { sort: 'title', fields: ['title'] }

module.exports = {
  update: () => es().update(item, 1, { data: { rank: 5 } }),
  'update populate': () => es().update(item, 1, { data: { tags: [2] }, populate: ['tags'], fields: ['title'] }),
  'update connect': () =>
    es().update(item, 1, {
      data: { tags: { connect: [1], disconnect: [{ id: 2 }] } },
      populate: ['tags'],
      fields: ['title'],
    }),
  'update relation null': () => es().update(item, 1, { data: { group: null }, populate: ['group'], fields: ['title'] }),
  'update relation text': () => es().update(item, 1, { data: { group: '2' }, populate: ['group'], fields: ['title'] }),
  'update relation set': () =>
    es().update(item, 1, { data: { group: { set: [1] } }, populate: ['group'], fields: ['title'] }),
  'update relation entry': () =>
    q(group)
      .findOne({ where: { id: 2 } })
      .then((g) => es().update(item, 1, { data: { group: g }, populate: ['group'], fields: ['title'] })),
  'update component': () =>
    es().update(item, 1, { data: { seo: { text: 'S2' } }, populate: ['seo'], fields: ['title'] }),
  'update rows': () =>
    es().update(item, 1, { data: { rows: [{ label: 'n' }] }, populate: ['rows'], fields: ['title'] }),
  'update missing': () => es().update(item, 999, { data: { rank: 5 } }),
  'update undefined value': () =>
    es().update(item, 1, { data: { rank: undefined, title: 'Alpha' }, fields: ['title', 'rank'] }),
  'update id in data': () => es().update(item, 1, { data: { id: 77, title: 'Alpha' }, fields: ['title'] }),
  'update invalid draft': () => es().update(item, 1, { data: { title: 'y', rank: 1000 }, fields: ['title', 'rank'] }),
  'update publish': () =>
    es().update(item, 1, {
      data: { title: 'Alpha', rank: 5, publishedAt: '2024-07-01T00:00:00.000Z' },
      fields: ['title', 'publishedAt'],
    }),
  'update required of published': () => es().update(item, 1, { data: { title: null } }),
  'update without data': () => es().update(item, 1, {}),
  'query update': () => q(item).update({ where: { id: 1 }, data: { rank: 6 }, select: ['title', 'rank'] }),
  'query update populate': () =>
    q(item).update({ where: { id: 1 }, data: { tags: [1, 2] }, select: ['title'], populate: ['tags'] }),
  'query update missing': () => q(item).update({ where: { id: 999 }, data: { rank: 6 } }),
  'query update no where': () => q(item).update({ data: { rank: 6 } }),
  'query update undefined where': () =>
    q(item).update({ where: { id: undefined }, data: { price: 9 }, select: ['title'] }),
  'query updateMany': () => q(item).updateMany({ where: { rank: { $gt: 5 } }, data: { price: 3 } }),
  'query updateMany none': () => q(item).updateMany({ where: { id: 999 }, data: { price: 3 } }),
  'query updateMany all': () => q(group).updateMany({ data: { name: 'Same' } }),
  'query updateMany without data': () => q(item).updateMany({ where: { id: 1 }, data: {} }),
  'query delete': () => q(item).delete({ where: { title: 'Gamma' }, select: ['title'] }),
  'query delete missing': () => q(item).delete({ where: { id: 999 } }),
  'query delete no where': () => q(item).delete({}),
  'query deleteMany': () => q(item).deleteMany({ where: { title: { $in: ['Delta', 'Epsilon'] } } }),
  'query deleteMany none': () => q(item).deleteMany({ where: { id: 999 } }),
  delete: () => es().delete(item, 2),
  'delete missing': () => es().delete(item, 999),
  'delete populate': () => es().delete(item, 1, { fields: ['title'], populate: ['tags'] }),
  'entityService deleteMany': () => es().deleteMany(item, { filters: { title: 'Zeta' } }),
  'entityService deleteMany none': () => es().deleteMany(item, { filters: { title: 'none' } }),
  'left items': () => es().findMany(item, byTitle).then(titles),
}
