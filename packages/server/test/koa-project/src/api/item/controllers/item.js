const { createCoreController } = require('@strapi/strapi').factories

module.exports = createCoreController('api::item.item', {
  async findOne(ctx) {
    const response = await super.findOne(ctx)
    if (!response) return ctx.notFound('No such item', { id: ctx.params.id })
    response.data.attributes.found = true
    return response
  },
  async featured(ctx) {
    ctx.query = { ...ctx.query, filters: { size: { $gt: 1 } }, populate: true }
    const { data, meta } = await super.find(ctx)
    return { data, meta, query: ctx.query, url: ctx.url }
  },
  shadowed: () => ({ shadowed: true }),
})
