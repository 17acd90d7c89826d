module.exports = {
  register({ strapi }) {
    const extensionService = strapi.plugin('graphql').service('extension')
    extensionService.use(({ strapi }) => ({
      typeDefs: `
        type Query {
          article(slug: String!): ArticleEntityResponse
          articlesByKind(kind: String!, pagination: PaginationArg): ArticleEntityResponseCollection
        }
      `,
      resolvers: {
        Query: {
          article: {
            resolve: async (parent, args, context) => {
              const { toEntityResponse } = strapi.service('plugin::graphql.format').returnTypes
              const data = await strapi.services['api::article.article'].find({ filters: { slug: args.slug } })
              return toEntityResponse(data.results[0])
            },
          },
          articlesByKind: {
            resolve: async (parent, { kind, pagination = {} }) => {
              const { toEntityResponseCollection } = strapi.plugin('graphql').service('format').returnTypes
              const args = {
                filters: { kind },
                sort: 'title',
                publicationState: 'live',
                start: 0,
                limit: 2,
                ...pagination,
              }
              const articles = await strapi.entityService.findMany('api::article.article', args)
              return toEntityResponseCollection(articles, { args, resourceUID: 'api::article.article' })
            },
          },
        },
      },
      resolversConfig: {
        'Query.article': { auth: false },
        'Query.articlesByKind': { auth: { scope: ['api::article.article.find'] } },
      },
    }))
  },
}
