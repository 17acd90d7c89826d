export default (_config, { strapi }) =>
  async (ctx, next) => {
    await next()
    if (ctx.body?.data) ctx.set('x-post', String(ctx.body.data.id))
    strapi.log.debug(`read ${ctx.url}`)
  }
