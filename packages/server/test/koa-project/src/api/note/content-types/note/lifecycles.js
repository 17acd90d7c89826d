/** Records the request of each write. */
module.exports = {
  beforeCreate({ params }) {
    const ctx = strapi.requestContext.get()
    params.data.origin = `${ctx.method} ${ctx.path} ${ctx.get('x-please')} ${ctx.state.auth.strategy.name}`
    ctx.set('x-noted', 'yes')
  },
}
