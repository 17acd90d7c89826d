module.exports = {
  register({ strapi }) {
    const extensionService = strapi.plugin('graphql').service('extension')
    extensionService.use({
      typeDefs: 'extend type Query { greeting: String }',
      resolvers: { Query: { greeting: { resolve: () => 'hello' } } },
      resolversConfig: {
        'Query.greeting': { auth: false, policies: ['global::is-polite'] },
        'Query.tags': { policies: ['api::tag.at-most', (context, config, { strapi }) => Boolean(context && strapi)] },
        'Query.tag': { policies: [{ name: 'api::tag.at-most', config: { id: 3 } }] },
        'Query.authors': {
          policies: [
            (policyContext) => {
              const { args, context, info, state, http, parent } = policyContext
              return (
                policyContext.is('graphql') &&
                policyContext.type === 'graphql' &&
                parent === undefined &&
                info.fieldName === 'authors' &&
                state === context.state &&
                http.request.method === 'POST' &&
                args.filters !== undefined
              )
            },
          ],
          middlewares: [{ name: 'global::stamp', options: { text: 'stamped' } }],
        },
      },
    })
  },
}
