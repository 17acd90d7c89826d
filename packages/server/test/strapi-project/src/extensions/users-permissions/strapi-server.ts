export default (plugin) => {
  const { me } = plugin.controllers.user
  plugin.controllers.user.me = async (ctx) => {
    await me(ctx)
    ctx.body = { ...ctx.body, greeting: `Hello ${ctx.body.username}` }
  }
  plugin.controllers.user.initials = async (ctx) => {
    ctx.body = { initials: ctx.state.user.username.slice(0, 1) }
  }
  plugin.routes['content-api'].routes.push({
    method: 'GET',
    path: '/users/me/initials',
    handler: 'user.initials',
    config: { prefix: '', policies: [] },
  })
  return plugin
}
