module.exports = {
  register({ strapi }) {
    const extensionService = strapi.plugin('graphql').service('extension')
    extensionService.use({
      resolversConfig: {
        'Query.tags': {
          middlewares: [
            async (next, parent, args, context, info) => {
              args.filters = { ...args.filters, weight: { gte: 3 } }
              return next(parent, args, context, info)
            },
          ],
        },
        'Query.authors': {
          middlewares: [
            (next, parent, args, context, info) => {
              const user = context.state.user
              const country = user && user.username === 'erin' ? 'FR' : 'UK'
              return next(
                parent,
                { ...args, filters: { and: [args.filters ?? {}, { country: { eq: country } }] } },
                context,
                info,
              )
            },
          ],
        },
        'Article.tags': {
          middlewares: [
            (next, parent, args, context, info) =>
              next(parent, { ...args, filters: { weight: { lt: 3 } }, sort: ['name:desc'] }, context, info),
          ],
        },
      },
    })
  },
}
