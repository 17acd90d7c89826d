const group = 'api::group.group'
const es = () => strapi.entityService
const q = (uid) => strapi.db.query(uid)
const createdAt = '2024-02-03T04:05:06.000Z'
const updatedAt = '2024-03-04T05:06:07.000Z'

/** What a write leaves in the object that code passed as `data`. */
const after = async (data, write) => {
  await write(data)
  return data
}
const named = (name) => q(group).findOne({ where: { name } })

module.exports = {
  'data: query create': () => after({ name: 'D1' }, (data) => q(group).create({ data })),
  'data: query create with times': () =>
    after({ name: 'D2', createdAt, updatedAt }, (data) => q(group).create({ data })),
  'data: query create with null': () => after({ name: 'D3', createdAt: null }, (data) => q(group).create({ data })),
  'data: query create that fails': () =>
    after({ name: 'D4', items: [999] }, (data) =>
      q(group)
        .create({ data })
        .catch(() => {}),
    ),
  'data: query update': () => after({ name: 'D5' }, (data) => q(group).update({ where: { name: 'D1' }, data })),
  'data: query update with times': () =>
    after({ name: 'D6', updatedAt }, (data) => q(group).update({ where: { name: 'D5' }, data })),
  'data: query update with times, stored': () => named('D6'),
  'data: query update of nothing': () =>
    after({ name: 'D7' }, (data) => q(group).update({ where: { name: 'nobody' }, data })),
  'data: createMany': () => after([{ name: 'D8' }, { name: 'D9', createdAt }], (data) => q(group).createMany({ data })),
  'data: updateMany': () =>
    after({ name: 'D10' }, (data) => q(group).updateMany({ where: { name: { $in: ['D8', 'D9'] } }, data })),
  'data: service create': () => after({ name: 'D11' }, (data) => es().create(group, { data })),
  'data: service update': () =>
    after({ name: 'D12' }, async (data) => es().update(group, (await named('D11')).id, { data })),
}
