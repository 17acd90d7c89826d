module.exports = {
  register({ strapi }) {
    strapi
      .plugin('graphql')
      .service('extension')
      .use({
        typeDefs: `
          type TagUse { name: String!, articles: Int! }
          extend type Query { tagUse(id: ID!): TagUse, paged: JSON, oneTag: JSON }
          extend type Mutation { paintTag(id: ID!, color: String!): TagEntityResponse }
        `,
        resolvers: {
          Query: {
            tagUse: (parent, { id }) => strapi.service('api::tag.tag').use(id),
            paged: () =>
              strapi
                .service('api::tag.tag')
                .find({ sort: 'id:desc', pagination: { page: 2, pageSize: 2 }, fields: ['name'] }),
            oneTag: () => strapi.services['api::tag.tag'].findOne(2, { fields: ['name', 'color'] }),
          },
          Mutation: {
            async paintTag(parent, { id, color }) {
              const { toEntityResponse } = strapi.plugin('graphql').service('format').returnTypes
              const tag = await strapi.service('api::tag.tag').update(id, { data: { color } })
              return toEntityResponse(tag, { args: { id }, resourceUID: 'api::tag.tag' })
            },
          },
        },
        resolversConfig: Object.fromEntries(
          ['Query.tagUse', 'Query.paged', 'Query.oneTag', 'Mutation.paintTag'].map((path) => [path, { auth: false }]),
        ),
      })
  },
}
