'use strict'

const { createCoreService } = require('@strapi/strapi').factories

module.exports = createCoreService('api::tag.tag', ({ strapi }) => ({
  async use(id) {
    const tag = await strapi.entityService.findOne('api::tag.tag', id, {
      fields: ['name'],
      populate: { articles: { fields: ['id'] } },
    })
    return tag && { name: tag.name, articles: tag.articles.length }
  },
}))
