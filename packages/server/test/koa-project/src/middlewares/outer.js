/** Runs outside of the error handling: it only sees responses. */
module.exports = (config) => async (ctx, next) => {
  await next()
  const name = ctx.body && ctx.body.error ? ctx.body.error.name : 'none'
  ctx.set(config.header, `${ctx.status} ${name}`)
  if (ctx.path === '/api/probe/echo-outer') ctx.body = { ...ctx.body, outer: true }
}
