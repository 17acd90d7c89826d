const meter = 'api::meter.meter'
const es = () => strapi.entityService
const q = (uid) => strapi.db.query(uid)

/** `column.defaultTo` of a schema: the default of the column in the database. */
module.exports = {
  'column: service create': () => es().create(meter, { data: { name: 'M1' } }),
  'column: query create': () => q(meter).create({ data: { name: 'M2' } }),
  'column: create with null': () =>
    es().create(meter, { data: { name: 'M3', value: null, count: null, label: null, state: null, active: null } }),
  'column: create with values': () =>
    es().create(meter, { data: { name: 'M4', value: 1.5, count: 2, label: 'x', state: 'on', active: false } }),
  'column: update': () => es().update(meter, 1, { data: { name: 'M5' } }),
  'column: createMany': async () => {
    await q(meter).createMany({ data: [{ name: 'M6' }] })
    return q(meter).findOne({ where: { name: 'M6' } })
  },
}
