const item = 'api::item.item'
const group = 'api::group.group'
const tag = 'api::tag.tag'

const es = () => strapi.entityService
const q = (uid) => strapi.db.query(uid)
const titles = (list) => list.map((one) => one.title)

module.exports = {
  'query findOne': () => q(item).findOne({ where: { title: 'Alpha' } }),
  'query findOne none': () => q(item).findOne({ where: { title: 'none' } }),
  'query findOne no where': () => q(item).findOne({ orderBy: 'title', select: ['title'] }),
  'query findOne undefined': () =>
    q(item).findOne({ where: { title: undefined }, orderBy: 'title', select: ['title'] }),
  'query findOne undefined id': () =>
    q(item).findOne({ where: { id: undefined }, orderBy: 'title', select: ['title'] }),
  'query findOne list': () =>
    q(item).findOne({ where: { title: ['Beta', 'Delta'] }, orderBy: 'title', select: ['title'] }),
  'query findOne relation': () =>
    q(item).findOne({ where: { group: 1 }, orderBy: 'title', select: ['title'], populate: ['group'] }),
  'query findOne relation object': () =>
    q(item).findOne({ where: { group: { id: 1 } }, orderBy: 'title', select: ['title'] }),
  'query findOne relation entry': () =>
    q(group)
      .findOne({ where: { id: 1 } })
      .then((g) => q(item).findOne({ where: { group: g }, orderBy: 'title', select: ['title'] })),
  'query findOne relation $in': () =>
    q(item).findOne({ where: { group: { $in: [1] } }, orderBy: 'title', select: ['title'] }),
  'query findOne populate true': () => q(item).findOne({ where: { id: 1 }, populate: true }),
  'query findOne populate *': () => q(item).findOne({ where: { id: 1 }, populate: '*' }),
  'query findOne populate text': () => q(item).findOne({ where: { id: 1 }, select: ['title'], populate: 'group' }),
  'query findOne populate list of path': () =>
    q(item).findOne({ where: { id: 1 }, select: ['title'], populate: ['group.items'] }),
  'query findOne populate object': () =>
    q(item).findOne({
      where: { id: 1 },
      select: ['title'],
      populate: { group: { select: ['name'] }, tags: { orderBy: { name: 'desc' }, select: ['name'], limit: 1 } },
    }),
  'query findOne populate fields': () =>
    q(item).findOne({ where: { id: 1 }, select: ['title'], populate: { group: { fields: ['name'] } } }),
  'query findOne populate nested': () =>
    q(item).findOne({
      where: { id: 1 },
      select: ['title'],
      populate: { group: { populate: { items: { select: ['title'] } } } },
    }),
  'query findOne populate unknown': () => q(item).findOne({ where: { id: 1 }, select: ['title'], populate: ['nmae'] }),
  'query findOne populate false': () =>
    q(item).findOne({ where: { id: 1 }, select: ['title'], populate: { group: false, tags: true } }),
  'query findOne fields': () => q(item).findOne({ where: { id: 1 }, fields: ['title'] }),
  'query findOne filters': () => q(item).findOne({ filters: { title: 'Beta' }, orderBy: 'id', select: ['title'] }),
  'query findOne bare': () => q(item).findOne({ title: 'Beta', select: ['title'], orderBy: 'id' }),
  'query findOne unknown where': () => q(item).findOne({ where: { nmae: 'x' } }),
  'query findOne select text': () => q(item).findOne({ where: { id: 1 }, select: 'title' }),
  'query findOne select unknown': () => q(item).findOne({ where: { id: 1 }, select: ['title', 'nmae'] }),
  'query findMany': () => q(item).findMany({ orderBy: 'title', select: ['title'] }),
  'query findMany no parameters': () =>
    q(group)
      .findMany()
      .then((l) => l.map((g) => g.name).toSorted()),
  'query findMany limit': () => q(item).findMany({ orderBy: { title: 'asc' }, select: ['title'], limit: 2, offset: 1 }),
  'query findMany start': () => q(item).findMany({ orderBy: { title: 'asc' }, select: ['title'], limit: 2, start: 1 }),
  'query findMany offset alone': () => q(item).findMany({ orderBy: { title: 'asc' }, select: ['title'], offset: 4 }),
  'query findMany limit text': () => q(item).findMany({ orderBy: { title: 'asc' }, select: ['title'], limit: '2' }),
  'query findMany limit -1': () =>
    q(group)
      .findMany({ limit: -1 })
      .then((l) => l.length),
  'query findMany limit 0': () =>
    q(group)
      .findMany({ limit: 0 })
      .then((l) => l.length),
  'query findMany sort': () =>
    q(item)
      .findMany({ sort: { title: 'desc' }, select: ['title'] })
      .then((l) => l.length),
  'query findMany page': () =>
    q(item)
      .findMany({ orderBy: 'title', select: ['title'], page: 2, pageSize: 2 })
      .then(titles),
  'query findMany publicationState': () =>
    q(item)
      .findMany({ orderBy: 'title', select: ['title'], publicationState: 'live' })
      .then(titles),
  'query findMany locale': () => q(tag).findMany({ orderBy: 'name', select: ['name'], locale: 'fr' }),
  'query findMany orderBy list': () =>
    q(item)
      .findMany({ orderBy: [{ rank: 'desc' }, { title: 'asc' }], select: ['title'] })
      .then(titles),
  'query findMany orderBy two': () =>
    q(item)
      .findMany({ orderBy: { rank: 'DESC', title: 'ASC' }, select: ['title'] })
      .then(titles),
  'query findMany orderBy texts': () =>
    q(item)
      .findMany({ orderBy: ['rank', 'title'], select: ['title'] })
      .then(titles),
  'query findMany orderBy text with order': () =>
    q(item)
      .findMany({ orderBy: 'title:desc', select: ['title'] })
      .then(titles),
  'query findMany orderBy relation': () =>
    q(item)
      .findMany({ orderBy: { group: { name: 'desc' }, title: 'asc' }, select: ['title'] })
      .then(titles),
  'query findMany $or': () =>
    q(item)
      .findMany({ where: { $or: [{ title: 'Alpha' }, { title: 'Beta' }] }, orderBy: 'title', select: ['title'] })
      .then(titles),
  'query findMany where list': () =>
    q(item)
      .findMany({ where: [{ title: 'Alpha' }, { rank: 3 }], orderBy: 'title', select: ['title'] })
      .then(titles),
  'query findMany where $not': () =>
    q(item)
      .findMany({ where: { $not: { title: 'Alpha' } }, orderBy: 'title', select: ['title'] })
      .then(titles),
  'query findMany where null': () =>
    q(item)
      .findMany({ where: { group: null }, orderBy: 'title', select: ['title'] })
      .then(titles),
  'query findMany where $null': () =>
    q(item)
      .findMany({ where: { rank: { $null: true } }, orderBy: 'title', select: ['title'] })
      .then(titles),
  'query findMany where publishedAt': () =>
    q(item)
      .findMany({ where: { publishedAt: { $ne: null } }, orderBy: 'title', select: ['title'] })
      .then(titles),
  'query findMany where component': () =>
    q(item)
      .findMany({ where: { seo: { text: 'S' } }, orderBy: 'title', select: ['title'] })
      .then(titles),
  'query findMany where date': () =>
    q(item)
      .findMany({ where: { createdAt: { $gt: new Date('2020-01-01') } }, orderBy: 'title', select: ['title'] })
      .then(titles),
  'query findMany _q': () =>
    q(item)
      .findMany({ _q: 'alp', orderBy: 'title', select: ['title'] })
      .then(titles),
  'query findWithCount': () => q(item).findWithCount({ orderBy: 'title', select: ['title'], limit: 2 }),
  'query findPage': () => q(item).findPage({ orderBy: 'title', select: ['title'], page: 2, pageSize: 2 }),
  'query findPage default': () =>
    q(item)
      .findPage({ orderBy: 'title', select: ['title'] })
      .then((f) => f.pagination),
  'query load': () => q(item).load({ id: 1 }, 'group'),
  'query loadPages': () => q(item).loadPages({ id: 1 }, 'tags', { page: 1, pageSize: 1, select: ['name'] }),
  'entityService load': () => es().load(item, { id: 1 }, 'tags'),
  'entityService load with parameters': () =>
    es().load(item, { id: 1 }, 'tags', { fields: ['name'], sort: 'name:desc' }),
  'entityService load one': () => es().load(item, { id: 1 }, 'group'),
  'entityService load component': () => es().load(item, { id: 1 }, 'rows'),
  'entityService load scalar': () => es().load(item, { id: 1 }, 'title'),
  'entityService loadPages': () =>
    es().loadPages(item, { id: 1 }, 'tags', { fields: ['name'] }, { page: 1, pageSize: 1 }),
}
