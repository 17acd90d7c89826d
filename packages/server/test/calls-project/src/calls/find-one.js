const item = 'api::item.item'

const es = () => strapi.entityService
const q = (uid) => strapi.db.query(uid)
const byTitle = { sort: 'title', fields: ['title'] }

module.exports = {
  findOne: () => es().findOne(item, 1),
  'findOne text id': () => es().findOne(item, '1', { fields: ['title'] }),
  'findOne missing': () => es().findOne(item, 999),
  'findOne undefined': () => es().findOne(item, undefined, { fields: ['title'] }),
  'findOne null': () => es().findOne(item, null, { fields: ['title'] }),
  'findOne bad id': () => es().findOne(item, 'abc'),
  'findOne filters': () => es().findOne(item, 1, { fields: ['title'], filters: { title: 'Beta' } }),
  'findOne live': () => es().findOne(item, 1, { fields: ['title'], publicationState: 'live' }),
  'findOne populate': () => es().findOne(item, 1, { fields: ['title'], populate: { group: { populate: ['items'] } } }),
  // findPage, count
  findPage: () => es().findPage(item, { ...byTitle, page: 1, pageSize: 2 }),
  'findPage default': () => es().findPage(item, byTitle),
  'findPage start': () => es().findPage(item, { ...byTitle, start: 1, limit: 2 }),
  'findPage second': () => es().findPage(item, { ...byTitle, page: 2, pageSize: 3 }),
  'findPage big page size': () =>
    es()
      .findPage(item, { ...byTitle, page: 1, pageSize: 1000 })
      .then((f) => f.pagination),
  'findPage no count': () => es().findPage(item, { ...byTitle, page: 1, pageSize: 2, withCount: false }),
  'findPage page 0': () =>
    es()
      .findPage(item, { ...byTitle, page: 0, pageSize: 0 })
      .then((f) => f.pagination),
  count: () => es().count(item),
  'count filters': () => es().count(item, { filters: { group: { name: 'G1' } } }),
  'count live': () => es().count(item, { publicationState: 'live' }),
  'count limit': () => es().count(item, { limit: 1 }),
  'count by query': () => q(item).count(),
  'count by query where': () => q(item).count({ where: { group: { name: 'G1' } } }),
  'count by query limit': () => q(item).count({ where: {}, limit: 1 }),
  'count by query bare': () => q(item).count({ title: 'Alpha' }),
}
