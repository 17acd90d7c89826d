const extension = () => ({
  typeDefs: `
    type Query { koa: JSON shared: JSON }
    type Mutation { sign: JSON stop: JSON }
  `,
  resolvers: {
    Query: {
      koa(parent, args, { koaContext: ctx, state }) {
        const { method, path, url, query } = ctx
        return {
          ...{ method, path, url, query },
          get: [
            ctx.get('X-Please'),
            ctx.request.headers['x-please'],
            ctx.request.header['x-please'],
            ctx.headers.cookie,
          ],
          read: ctx.cookies.get('plain'),
          body: Object.keys(ctx.request.body).sort(),
          same: [ctx.state === state, strapi.requestContext.get() === ctx, ctx.request.ctx === ctx],
          seen: ctx.state.seen,
          types: [
            typeof ctx.req.headers,
            typeof ctx.res.setHeader,
            typeof ctx.throw,
            typeof ctx.badRequest,
            typeof ctx.ip,
          ],
        }
      },
      shared: {
        resolve: (parent, args, context) => ({
          policy: context.state.policy ?? null,
          of: context.state.ofPolicy ?? null,
        }),
      },
    },
    Mutation: {
      sign(parent, args, { koaContext: ctx }) {
        ctx.cookies.set('token', 'abc', { httpOnly: true })
        ctx.set('x-signed', 'yes')
        ctx.status = 202
        return { signed: true }
      },
      stop(parent, args, { koaContext: ctx }) {
        ctx.set('x-stopped', 'yes')
        ctx.throw(409, 'Twice')
      },
    },
  },
  resolversConfig: {
    'Query.koa': { auth: false },
    'Query.shared': {
      auth: false,
      policies: [
        { name: 'global::passes', config: { answer: true } },
        (context) => {
          context.http.state.ofPolicy = context.http.method
          return context.is('graphql')
        },
      ],
    },
    'Mutation.sign': { auth: false },
    'Mutation.stop': { auth: false },
  },
})

module.exports = {
  register({ strapi }) {
    const open = { auth: false }
    strapi.plugin('graphql').service('extension').use(extension)
    strapi.server.routes([
      { method: 'GET', path: '/at-root', handler: (ctx) => void (ctx.body = { root: true }), config: open },
    ])
    strapi.server.routes({
      type: 'content-api',
      routes: [{ method: 'GET', path: '/below', handler: () => ({ below: true }), config: open }],
    })
  },
}
