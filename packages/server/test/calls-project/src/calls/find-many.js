const item = 'api::item.item'
const group = 'api::group.group'
const tag = 'api::tag.tag'
const page = 'api::page.page'
const es = () => strapi.entityService
const titles = (list) => list.map((one) => one.title)
const byTitle = { sort: 'title', fields: ['title'] }

module.exports = {
  'findMany all': () => es().findMany(item, byTitle).then(titles),
  'findMany returns whole entries': () => es().findMany(item, { filters: { title: 'Alpha' } }),
  'findMany of a single type': () => es().findMany(page),
  'findMany of a single type live': () => es().findMany(page, { publicationState: 'live' }),
  'findMany live': () =>
    es()
      .findMany(item, { ...byTitle, publicationState: 'live' })
      .then(titles),
  'findMany preview': () =>
    es()
      .findMany(item, { ...byTitle, publicationState: 'preview' })
      .then(titles),
  'findMany unknown state': () =>
    es()
      .findMany(item, { ...byTitle, publicationState: 'draft' })
      .then(titles),
  'findMany published by filter': () =>
    es()
      .findMany(item, { ...byTitle, filters: { publishedAt: { $notNull: true } } })
      .then(titles),
  'findMany limit': () =>
    es()
      .findMany(item, { ...byTitle, limit: 2 })
      .then(titles),
  'findMany limit as text': () =>
    es()
      .findMany(item, { ...byTitle, limit: '2', start: '1' })
      .then(titles),
  'findMany limit -1': () =>
    es()
      .findMany(item, { ...byTitle, limit: -1 })
      .then(titles),
  'findMany limit 0': () =>
    es()
      .findMany(item, { ...byTitle, limit: 0 })
      .then(titles),
  'findMany limit -2': () =>
    es()
      .findMany(item, { ...byTitle, limit: -2 })
      .then(titles),
  'findMany start': () =>
    es()
      .findMany(item, { ...byTitle, start: 2, limit: 2 })
      .then(titles),
  'findMany start alone': () =>
    es()
      .findMany(item, { ...byTitle, start: 2 })
      .then(titles),
  'findMany offset': () =>
    es()
      .findMany(item, { ...byTitle, offset: 2 })
      .then(titles),
  'findMany page': () =>
    es()
      .findMany(item, { ...byTitle, page: 2, pageSize: 2 })
      .then(titles),
  'findMany pagination': () =>
    es()
      .findMany(item, { ...byTitle, pagination: { page: 1, pageSize: 2 } })
      .then(titles),
  'findMany pagination limit': () =>
    es()
      .findMany(item, { ...byTitle, pagination: { limit: 1 } })
      .then(titles),
  'findMany where': () =>
    es()
      .findMany(item, { ...byTitle, where: { title: 'Alpha' } })
      .then(titles),
  'findMany select': () =>
    es()
      .findMany(item, { sort: 'title', select: ['title'], limit: 1 })
      .then((l) => Object.keys(l[0])),
  'findMany orderBy': () =>
    es()
      .findMany(item, { fields: ['title'], orderBy: { title: 'desc' }, limit: 2 })
      .then(titles),
  'findMany unknown parameter': () => es().findMany(item, { ...byTitle, whatever: 1, limit: 1 }),
  'findMany sort object': () =>
    es()
      .findMany(item, { fields: ['title'], sort: { rank: 'desc', title: 'asc' } })
      .then(titles),
  'findMany sort list': () =>
    es()
      .findMany(item, { fields: ['title'], sort: [{ rank: 'desc' }, 'title'] })
      .then(titles),
  'findMany sort text': () =>
    es()
      .findMany(item, { fields: ['title'], sort: 'rank:desc,title:ASC' })
      .then(titles),
  'findMany sort by relation': () =>
    es()
      .findMany(item, { fields: ['title'], sort: 'group.name:desc,title' })
      .then(titles),
  'findMany sort by relation object': () =>
    es()
      .findMany(item, { fields: ['title'], sort: { group: { name: 'asc' }, title: 'asc' } })
      .then(titles),
  'findMany sort unknown': () =>
    es()
      .findMany(item, { fields: ['title'], sort: 'nmae' })
      .then(titles),
  'findMany sort bad order': () =>
    es()
      .findMany(item, { fields: ['title'], sort: 'title:up' })
      .then(titles),
  'findMany fields text': () => es().findMany(item, { fields: 'title,rank', sort: 'title', limit: 1 }),
  'findMany fields *': () =>
    es()
      .findMany(item, { fields: '*', sort: 'title', limit: 1 })
      .then((l) => Object.keys(l[0]).toSorted()),
  'findMany fields unknown': () => es().findMany(item, { fields: ['title', 'nmae'], sort: 'title', limit: 1 }),
  'findMany fields with a relation': () => es().findMany(item, { fields: ['title', 'group'], sort: 'title', limit: 1 }),
  'findMany filters nested': () =>
    es()
      .findMany(item, { ...byTitle, filters: { group: { name: 'G1' } } })
      .then(titles),
  'findMany filters relation id': () =>
    es()
      .findMany(item, { ...byTitle, filters: { group: 1 } })
      .then(titles),
  'findMany filters relation id object': () =>
    es()
      .findMany(item, { ...byTitle, filters: { group: { id: 1 } } })
      .then(titles),
  'findMany filters relation list': () =>
    es()
      .findMany(item, { ...byTitle, filters: { tags: [1] } })
      .then(titles),
  'findMany filters relation $in': () =>
    es()
      .findMany(item, { ...byTitle, filters: { tags: { id: { $in: [1, 2] } } } })
      .then(titles),
  'findMany filters relation null': () =>
    es()
      .findMany(item, { ...byTitle, filters: { group: null } })
      .then(titles),
  'findMany filters relation $null': () =>
    es()
      .findMany(item, { ...byTitle, filters: { group: { $null: true } } })
      .then(titles),
  'findMany filters relation $notNull': () =>
    es()
      .findMany(item, { ...byTitle, filters: { group: { $notNull: true } } })
      .then(titles),
  'findMany filters relation id $null': () =>
    es()
      .findMany(item, { ...byTitle, filters: { group: { id: { $null: true } } } })
      .then(titles),
  'findMany filters component': () =>
    es()
      .findMany(item, { ...byTitle, filters: { seo: { text: 'S' } } })
      .then(titles),
  'findMany filters repeatable': () =>
    es()
      .findMany(item, { ...byTitle, filters: { rows: { label: { $contains: 'r' } } } })
      .then(titles),
  'findMany filters undefined': () =>
    es()
      .findMany(item, { ...byTitle, filters: { title: undefined } })
      .then(titles),
  'findMany filters null': () =>
    es()
      .findMany(item, { ...byTitle, filters: { rank: null } })
      .then(titles),
  'findMany filters undefined relation': () =>
    es()
      .findMany(item, { ...byTitle, filters: { group: undefined } })
      .then(titles),
  'findMany filters undefined nested': () =>
    es()
      .findMany(item, { ...byTitle, filters: { group: { id: undefined } } })
      .then(titles),
  'findMany filters $eq undefined': () =>
    es()
      .findMany(item, { ...byTitle, filters: { title: { $eq: undefined } } })
      .then(titles),
  'findMany filters empty': () =>
    es()
      .findMany(item, { ...byTitle, filters: {} })
      .then(titles),
  'findMany filters $or': () =>
    es()
      .findMany(item, { ...byTitle, filters: { $or: [{ title: 'Alpha' }, { rank: { $gt: 8 } }] } })
      .then(titles),
  'findMany filters $and object': () =>
    es()
      .findMany(item, { ...byTitle, filters: { $and: { title: 'Alpha' } } })
      .then(titles),
  'findMany filters $not': () =>
    es()
      .findMany(item, { ...byTitle, filters: { $not: { title: 'Alpha' } } })
      .then(titles),
  'findMany filters list': () =>
    es()
      .findMany(item, { ...byTitle, filters: [{ title: 'Alpha' }, { rank: 3 }] })
      .then(titles),
  'findMany filters value list': () =>
    es()
      .findMany(item, { ...byTitle, filters: { title: ['Alpha', 'Beta'] } })
      .then(titles),
  'findMany filters $in text': () =>
    es()
      .findMany(item, { ...byTitle, filters: { title: { $in: 'Alpha' } } })
      .then(titles),
  'findMany filters $in empty': () =>
    es()
      .findMany(item, { ...byTitle, filters: { id: { $in: [] } } })
      .then(titles),
  'findMany filters $notIn empty': () =>
    es()
      .findMany(item, { ...byTitle, filters: { id: { $notIn: [] } } })
      .then(titles),
  'findMany filters $ne': () =>
    es()
      .findMany(item, { ...byTitle, filters: { rank: { $ne: 3 } } })
      .then(titles),
  'findMany filters number as text': () =>
    es()
      .findMany(item, { ...byTitle, filters: { rank: '3' } })
      .then(titles),
  'findMany filters boolean as text': () =>
    es()
      .findMany(item, { ...byTitle, filters: { active: 'false' } })
      .then(titles),
  'findMany filters id text': () =>
    es()
      .findMany(item, { ...byTitle, filters: { id: '1' } })
      .then(titles),
  'findMany filters id bad text': () =>
    es()
      .findMany(item, { ...byTitle, filters: { id: 'abc' } })
      .then(titles),
  'findMany filters date object': () =>
    es()
      .findMany(item, { ...byTitle, filters: { at: { $lte: new Date('2024-06-01') } } })
      .then(titles),
  'findMany filters date': () =>
    es()
      .findMany(item, { ...byTitle, filters: { day: '2024-01-02' } })
      .then(titles),
  'findMany filters $between': () =>
    es()
      .findMany(item, { ...byTitle, filters: { rank: { $between: [1, 3] } } })
      .then(titles),
  'findMany filters $startsWith': () =>
    es()
      .findMany(item, { ...byTitle, filters: { title: { $startsWith: 'A' } } })
      .then(titles),
  'findMany filters $containsi': () =>
    es()
      .findMany(item, { ...byTitle, filters: { title: { $containsi: 'ALP' } } })
      .then(titles),
  'findMany filters secret': () =>
    es()
      .findMany(item, { ...byTitle, filters: { secret: 's' } })
      .then(titles),
  'findMany filters unknown attribute': () =>
    es()
      .findMany(item, { ...byTitle, filters: { nmae: 'x' } })
      .then(titles),
  'findMany filters unknown nested': () =>
    es()
      .findMany(item, { ...byTitle, filters: { group: { nmae: 'x' } } })
      .then(titles),
  'findMany filters unknown operator': () =>
    es()
      .findMany(item, { ...byTitle, filters: { title: { $like: 'x' } } })
      .then(titles),
  'findMany _q': () =>
    es()
      .findMany(item, { ...byTitle, _q: 'alp' })
      .then(titles),
  'findMany _q empty': () =>
    es()
      .findMany(item, { ...byTitle, _q: '' })
      .then(titles),
  'findMany populate true': () => es().findMany(item, { filters: { title: 'Alpha' }, populate: true }),
  'findMany populate *': () => es().findMany(item, { filters: { title: 'Alpha' }, populate: '*', fields: ['title'] }),
  'findMany populate list': () =>
    es().findMany(item, { filters: { title: 'Alpha' }, populate: ['group.items', 'tags'], fields: ['title'] }),
  'findMany populate text': () =>
    es().findMany(item, { filters: { title: 'Alpha' }, populate: 'group,tags', fields: ['title'] }),
  'findMany populate object': () =>
    es().findMany(item, {
      filters: { title: 'Alpha' },
      fields: ['title'],
      populate: {
        group: { fields: ['name'], populate: { items: { fields: ['title'], sort: 'title:desc' } } },
        tags: { filters: { name: 'T2' }, fields: ['name'] },
      },
    }),
  'findMany populate object true': () =>
    es().findMany(item, { filters: { title: 'Alpha' }, fields: ['title'], populate: { group: true, tags: false } }),
  'findMany populate object text': () =>
    es().findMany(item, { filters: { title: 'Alpha' }, fields: ['title'], populate: { group: '*' } }),
  'findMany populate object populate': () =>
    es().findMany(item, { filters: { title: 'Alpha' }, fields: ['title'], populate: { populate: '*' } }),
  'findMany populate nested *': () =>
    es().findMany(item, {
      filters: { title: 'Alpha' },
      fields: ['title'],
      populate: { seo: { populate: '*' }, zone: { populate: '*' } },
    }),
  'findMany populate count': () =>
    es().findMany(item, { filters: { title: 'Alpha' }, fields: ['title'], populate: { tags: { count: true } } }),
  'findMany populate limit': () =>
    es().findMany(group, {
      filters: { name: 'G1' },
      populate: { items: { fields: ['title'], sort: 'title', limit: 1 } },
    }),
  'findMany populate select': () =>
    es().findMany(item, { filters: { title: 'Alpha' }, fields: ['title'], populate: { group: { select: ['name'] } } }),
  'findMany populate where': () =>
    es().findMany(item, {
      filters: { title: 'Alpha' },
      fields: ['title'],
      populate: { tags: { where: { name: 'T2' } } },
    }),
  'findMany populate unknown': () =>
    es().findMany(item, { filters: { title: 'Alpha' }, fields: ['title'], populate: ['nmae'] }),
  'findMany populate unknown object': () =>
    es().findMany(item, { filters: { title: 'Alpha' }, fields: ['title'], populate: { nmae: true } }),
  'findMany populate scalar': () =>
    es().findMany(item, { filters: { title: 'Alpha' }, fields: ['title'], populate: ['title'] }),
  'findMany populate empty': () =>
    es().findMany(item, { filters: { title: 'Alpha' }, fields: ['title'], populate: [] }),
  'findMany populate empty text': () =>
    es().findMany(item, { filters: { title: 'Alpha' }, fields: ['title'], populate: '' }),
  'findMany populate draft relation': () =>
    es().findMany(group, {
      filters: { name: 'G1' },
      populate: { items: { fields: ['title'], sort: 'title' } },
      publicationState: 'live',
    }),
  'findMany unknown uid': () => es().findMany('api::nothing.nothing'),
  'findMany locale': () => es().findMany(tag, { locale: 'en', fields: ['name'] }),
  'findMany other locale': () => es().findMany(tag, { locale: 'fr', fields: ['name'] }),
  'findMany locale all': () => es().findMany(tag, { locale: 'all', fields: ['name'] }),
  'findMany locale of a plain type': () => es().findMany(group, { locale: 'fr', fields: ['name'] }),
}
