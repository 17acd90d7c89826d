module.exports = {
  register({ strapi }) {
    const graphql = strapi.plugin('graphql')
    graphql.service('extension').use(({ strapi }) => ({
      typeDefs: `
        extend type Query {
          lightTags(filters: TagFiltersInput, pagination: PaginationArg = {}, sort: [String] = []): TagEntityResponseCollection
          transformed(filters: TagFiltersInput, pagination: PaginationArg = {}, sort: [String] = []): JSON
        }
      `,
      resolvers: {
        Query: {
          async lightTags(parent, args, context) {
            const { transformArgs } = strapi.plugin('graphql').service('builders').utils
            const { toEntityResponseCollection } = strapi.plugin('graphql').service('format').returnTypes
            const contentType = strapi.contentTypes['api::tag.tag']
            const given = transformArgs(args, { contentType, usePagination: true })
            given.filters = { $and: [given.filters ?? {}, { weight: { $lt: 4 } }] }
            const { find } = strapi
              .plugin('graphql')
              .service('builders')
              .get('content-api')
              .buildQueriesResolvers({ contentType })
            const nodes = await find(parent, given, context)
            return toEntityResponseCollection(nodes, { args: given, resourceUID: contentType.uid })
          },
          transformed(parent, args) {
            const { transformArgs } = strapi.plugin('graphql').service('builders').utils
            return transformArgs(args, { contentType: strapi.contentType('api::tag.tag'), usePagination: true })
          },
        },
      },
      resolversConfig: { 'Query.lightTags': { auth: false }, 'Query.transformed': { auth: false } },
    }))
  },
}
