'use strict'

module.exports =
  (config, { strapi }) =>
  async (ctx, next) => {
    await next()
    ctx.set(config.header, strapi.config.get('shop.name'))
  }
