const meter = 'api::meter.meter'
const es = () => strapi.entityService
const q = (uid) => strapi.db.query(uid)

/** Returns the ids in `where` of the hooks that run during a write. */
const seen = async (write) => {
  const ids = []
  const note = ({ action, params }) => void ids.push([action, params.where?.id ?? null])
  const remove = strapi.db.lifecycles.subscribe({
    models: [meter],
    beforeUpdate: note,
    afterUpdate: note,
    beforeDelete: note,
    afterDelete: note,
  })
  await write(await es().create(meter, { data: { name: 'H' } }))
  remove()
  return ids.map(([action, id]) => [action, typeof id])
}

module.exports = {
  'hook id: service update': () => seen(({ id }) => es().update(meter, id, { data: { name: 'H1' } })),
  'hook id: service update with a text': () =>
    seen(({ id }) => es().update(meter, String(id), { data: { name: 'H2' } })),
  'hook id: service delete': () => seen(({ id }) => es().delete(meter, id)),
  'hook id: service delete with a text': () => seen(({ id }) => es().delete(meter, String(id))),
  'hook id: api service update with a text': () =>
    seen(({ id }) => strapi.service(meter).update(String(id), { data: { name: 'H3' } })),
  'hook id: query update': () => seen(({ id }) => q(meter).update({ where: { id }, data: { name: 'H4' } })),
}
