const item = 'api::item.item'
const group = 'api::group.group'
const validator = () => strapi.entityValidator
const model = (uid) => strapi.getModel(uid)
const { sanitize } = require('@strapi/utils')

/** The checks and sanitizers that code calls itself. */
module.exports = {
  'check: creation': () => validator().validateEntityCreation(model(group), { name: 'C1' }),
  'check: creation of wrong data': () => validator().validateEntityCreation(model(item), { title: 'C2', rank: 'x' }),
  'check: creation without a required value': () => validator().validateEntityCreation(model(item), { rank: 1 }),
  'check: creation of a draft without a required value': () =>
    validator().validateEntityCreation(model(item), { rank: 1 }, { isDraft: true }),
  'check: creation of a wrong draft': () =>
    validator().validateEntityCreation(model(item), { rank: 'x' }, { isDraft: true }),
  'check: creation of a type by its schema': () =>
    validator().validateEntityCreation(strapi.contentTypes[group], { name: 'C3' }),
  'check: update': () => validator().validateEntityUpdate(model(item), { rank: 2 }),
  'check: update of wrong data': () => validator().validateEntityUpdate(model(item), { kind: 'huge' }),
  'check: update to null': () => validator().validateEntityUpdate(model(item), { title: null }),
  'check: query of a component': () => strapi.db.query('parts.row').findMany({ where: { label: 'nobody' } }),
  'check: default output': async () => {
    const [entry] = await strapi.entityService.findMany(item, { sort: 'id', limit: 1, populate: ['group'] })
    return sanitize.sanitizers.defaultSanitizeOutput(model(item), entry)
  },
}
