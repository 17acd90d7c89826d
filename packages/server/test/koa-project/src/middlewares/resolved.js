module.exports =
  (config, { strapi }) =>
  async (ctx, next) => {
    ctx.state.seen = typeof strapi.service
    if (ctx.query.stop === 'here') return ctx.conflict('Stopped', { at: 'resolved' })
    if (ctx.query.fail === 'here') ctx.throw(402, 'Pay first')
    await next()
    ctx.set(config.header, String(ctx.response.status))
  }
