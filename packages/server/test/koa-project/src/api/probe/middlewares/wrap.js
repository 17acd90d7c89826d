module.exports = (config) => async (ctx, next) => {
  ctx.state.trail = [...(ctx.state.trail || []), config.name]
  await next()
  ctx.body = { ...ctx.body, [config.name]: true }
}
