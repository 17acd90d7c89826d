const item = 'api::item.item'
const group = 'api::group.group'
const tag = 'api::tag.tag'
const page = 'api::page.page'
const es = () => strapi.entityService
const q = (uid) => strapi.db.query(uid)
const createdAt = '2024-02-03T04:05:06.000Z'
const updatedAt = '2024-03-04T05:06:07.000Z'
const publishedAt = '2024-04-05T06:07:08.000Z'
const byName = { orderBy: { id: 'asc' } }
const of = (uid, ...ids) => q(uid).findMany({ where: { id: { $in: ids } }, ...byName })

/** What code writes into the attributes that Strapi itself sets. */
module.exports = {
  'system: query create': () => q(group).create({ data: { id: 1001, name: 'S1', createdAt, updatedAt } }),
  'system: query create with dates': () =>
    q(group).create({ data: { name: 'S2', createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) } }),
  'system: query create with a number': () =>
    q(group).create({
      data: { name: 'S3', createdAt: Date.parse(createdAt), updatedAt: String(Date.parse(updatedAt)) },
    }),
  'system: query create with a bad date': () => q(group).create({ data: { name: 'S4', createdAt: 'yesterday' } }),
  'system: query create with null': () =>
    q(group).create({ data: { id: null, name: 'S5', createdAt: null, updatedAt: null } }),
  'system: query create with undefined': () =>
    q(group).create({ data: { id: undefined, name: 'S6', createdAt: undefined, updatedAt: undefined } }),
  'system: query create with an id as text': () => q(group).create({ data: { id: '1011', name: 'S7' } }),
  'system: query create with a bad id': () => q(group).create({ data: { id: 'abc', name: 'S8' } }),
  'system: query create with a taken id': () => q(group).create({ data: { id: 1001, name: 'S9' } }),
  'system: query create after an id': () => q(group).create({ data: { name: 'S10' } }),
  'system: query create with a lower id': () => q(group).create({ data: { id: 501, name: 'S11' } }),
  'system: query create with a negative id': () => q(group).create({ data: { id: -5, name: 'S11b' } }),
  'system: query create after a lower id': () => q(group).create({ data: { name: 'S12' } }),
  'system: query create of a published item': () =>
    q(item).create({ data: { id: 2001, title: 'S13', createdAt, updatedAt, publishedAt } }),
  'system: query create of a localized entry': () =>
    q(tag).create({ data: { id: 3001, name: 'S14', createdAt, updatedAt, locale: 'en' } }),
  'system: query create of an unknown locale': () => q(tag).create({ data: { name: 'S15', locale: 'xx' } }),
  'system: query create without a locale': () => q(tag).create({ data: { name: 'S16' } }),
  'system: query create with createdBy null': () =>
    q(group).create({ data: { name: 'S17', createdBy: null, updatedBy: null }, populate: ['createdBy', 'updatedBy'] }),
  'system: query create with createdBy of nobody': () =>
    q(group).create({ data: { name: 'S18', createdBy: 999, updatedBy: 999 } }),
  'system: query create with components': () =>
    q(item).create({ data: { id: 2002, title: 'S19', group: 1001, tags: [3001] }, populate: ['group', 'tags'] }),
  'system: service create': () => es().create(group, { data: { id: 1101, name: 'S20', createdAt, updatedAt } }),
  'system: service create with dates': () =>
    es().create(group, { data: { name: 'S21', createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) } }),
  'system: service create with a taken id': () => es().create(group, { data: { id: 1101, name: 'S22' } }),
  'system: service create with a bad date': () => es().create(group, { data: { name: 'S23', createdAt: 'yesterday' } }),
  'system: service create of a published item': () =>
    es().create(item, { data: { id: 2101, title: 'S24', createdAt, updatedAt, publishedAt } }),
  'system: service create with components': () =>
    es().create(item, {
      data: { id: 2102, title: 'S25', seo: { id: 901, text: 'S' }, rows: [{ id: 902, label: 'r' }], createdAt },
      populate: ['seo', 'rows'],
    }),
  'system: service create of a localized entry': () =>
    es().create(tag, { data: { id: 3101, name: 'S26', createdAt, updatedAt, locale: 'en' } }),
  'system: service create of an unknown locale': () => es().create(tag, { data: { name: 'S27', locale: 'xx' } }),
  'system: service create with createdBy of nobody': () =>
    es().create(group, { data: { name: 'S28', createdBy: 999, updatedBy: 999 } }),
  'system: api service create': () =>
    strapi.service(group).create({ data: { id: 1151, name: 'S29', createdAt, updatedAt } }),
  'system: service update': () =>
    es().update(group, 1101, { data: { name: 'S30', createdAt: '2024-05-06T07:08:09.000Z', updatedAt } }),
  'system: service update to an id': () => es().update(group, 1101, { data: { id: 1102 } }),
  'system: service update to null': () => es().update(group, 1101, { data: { createdAt: null, updatedAt: null } }),
  'system: service update of publishedAt': () => es().update(item, 2101, { data: { publishedAt: null } }),
  'system: service update of a locale': () => es().update(tag, 3101, { data: { locale: 'de' } }),
  'system: api service update': () =>
    strapi.service(group).update(1151, { data: { createdAt: '2024-05-06T07:08:09.000Z', updatedAt } }),
  'system: query update': () =>
    q(group).update({ where: { id: 1001 }, data: { createdAt: '2024-05-06T07:08:09.000Z', updatedAt } }),
  'system: query update to an id': () => q(group).update({ where: { id: 1001 }, data: { id: 1003 } }),
  'system: query update to a taken id': () => q(group).update({ where: { id: 501 }, data: { id: 1101 } }),
  'system: query update to null': () =>
    q(group).update({ where: { id: 501 }, data: { createdAt: null, updatedAt: null } }),
  'system: query update of a locale': () => q(tag).update({ where: { id: 3001 }, data: { locale: 'de' } }),
  'system: query update of publishedAt': () =>
    q(item).update({ where: { id: 2002 }, data: { publishedAt, createdAt } }),
  'system: createMany': async () => ({
    made: await q(group).createMany({
      data: [
        { id: 1201, name: 'S34', createdAt, updatedAt },
        { id: 1202, name: 'S35' },
      ],
    }),
    stored: await of(group, 1201, 1202),
  }),
  'system: createMany with a taken id': () =>
    q(group).createMany({
      data: [
        { id: 1199, name: 'S36' },
        { id: 1201, name: 'S37' },
      ],
    }),
  'system: createMany that failed': () => of(group, 1199),
  'system: createMany of published items': async () => ({
    made: await q(item).createMany({ data: [{ id: 2201, title: 'S38', createdAt, updatedAt, publishedAt }] }),
    stored: await of(item, 2201),
  }),
  'system: createMany of localized entries': async () => ({
    made: await q(tag).createMany({ data: [{ id: 3201, name: 'S39', locale: 'en', createdAt }] }),
    stored: await of(tag, 3201),
  }),
  'system: createMany without a locale': async () => ({
    made: await q(tag).createMany({ data: [{ id: 3202, name: 'S39b' }] }),
    stored: await of(tag, 3202),
  }),
  'system: updateMany': async () => ({
    made: await q(group).updateMany({
      where: { id: { $in: [1201, 1202] } },
      data: { createdAt: '2024-05-06T07:08:09.000Z', updatedAt },
    }),
    stored: await of(group, 1201, 1202),
  }),
  'system: updateMany of publishedAt': async () => ({
    made: await q(item).updateMany({ where: { id: 2201 }, data: { publishedAt: null } }),
    stored: await of(item, 2201),
  }),
  'system: createMany after ids': () => q(group).createMany({ data: [{ name: 'S41' }] }),
  'system: query create after ids': () => q(group).create({ data: { name: 'S42' } }),
  'system: query create of a single type': () =>
    q(page).create({ data: { id: 51, heading: 'S44', createdAt, publishedAt } }),
  'system: query create of a role': () =>
    q('plugin::users-permissions.role').create({ data: { id: 61, name: 'S45', type: 's45', createdAt } }),
  'system: query create of a user': () =>
    q('plugin::users-permissions.user').create({
      data: { id: 71, username: 's46', email: 's46@example.com', createdAt, updatedAt },
    }),
  'system: service create of a user': () =>
    es().create('plugin::users-permissions.user', {
      data: { id: 72, username: 's47', email: 's47@example.com', createdAt, updatedAt },
    }),
  'system: service update of a user': () =>
    es().update('plugin::users-permissions.user', 72, { data: { createdAt: '2024-05-06T07:08:09.000Z', updatedAt } }),
}
