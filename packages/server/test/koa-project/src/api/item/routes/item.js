module.exports = require('@strapi/strapi').factories.createCoreRouter('api::item.item', {
  config: {
    find: { auth: false, middlewares: [{ name: 'api::probe.wrap', config: { name: 'core' } }] },
    findOne: { auth: false },
    create: { auth: false, policies: ['api::probe.local'] },
  },
})
