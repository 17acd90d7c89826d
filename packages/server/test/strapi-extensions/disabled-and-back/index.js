module.exports = {
  register({ strapi }) {
    const extensionService = strapi.plugin('graphql').service('extension')
    extensionService.shadowCRUD('api::tag.tag').disableMutations()
    extensionService.shadowCRUD('api::author.author').disableAction('find')
    extensionService.use({
      typeDefs: `
        type Mutation { createTag(data: TagInput!): TagEntityResponse, deleteTag(id: ID!): TagEntityResponse }
        extend type Query { authors: String }
      `,
      resolversConfig: { 'Query.authors': { auth: false } },
    })
    extensionService.use({
      resolvers: { Mutation: { deleteTag: { resolve: () => ({ value: { id: 1, name: 'first' }, info: {} }) } } },
    })
    extensionService.use({
      resolvers: { Mutation: { deleteTag: { resolve: () => ({ value: { id: 2, name: 'second' }, info: {} }) } } },
    })
  },
}
