/** Changes requests before the routes, and generated responses after them. */
module.exports = () => async (ctx, next) => {
  if (ctx.get('x-rewrite') === 'query') ctx.query = { ...ctx.query, fields: ['name'], pagination: { limit: 1 } }
  if (ctx.get('x-rewrite') === 'path') ctx.path = '/api/probe/plain'
  if (ctx.get('x-rewrite') === 'body') ctx.request.body.data.name = 'changed'
  if (ctx.get('x-rewrite') === 'token') ctx.request.header.authorization = 'Bearer wrong'
  if (ctx.get('x-rewrite') === 'form') {
    const { name, type, size } = ctx.request.files.files ?? {}
    ctx.set('x-form', JSON.stringify({ fields: Object.keys(ctx.request.body), name, type, size }))
    if (ctx.request.body.data) ctx.request.body.data = JSON.stringify({ text: 'changed' })
  }
  await next()
  if (ctx.get('x-rewrite') === 'result') ctx.body.meta.added = ctx.body.data.length
  if (ctx.get('x-rewrite') === 'replace') ctx.body = 'replaced'
  if (ctx.get('x-rewrite') === 'status') ctx.status = 203
}
