module.exports = {
  register({ strapi }) {
    const open = { auth: false }
    strapi.server.routes([
      { method: 'GET', path: '/at-root', handler: (ctx) => void (ctx.body = { root: true }), config: open },
    ])
    strapi.server.routes({
      type: 'content-api',
      routes: [{ method: 'GET', path: '/below', handler: () => ({ below: true }), config: open }],
    })
  },
}
