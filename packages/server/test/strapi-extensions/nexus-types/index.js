module.exports = {
  register({ strapi }) {
    const extensionService = strapi.plugin('graphql').service('extension')
    extensionService.use(({ nexus }) => ({
      types: [
        nexus.objectType({
          name: 'TagSummary',
          definition(t) {
            t.nonNull.string('name')
            t.int('used')
            t.list.nonNull.field('articles', { type: 'ArticleEntity' })
          },
        }),
        nexus.extendType({
          type: 'Query',
          definition(t) {
            t.list.field('tagSummaries', {
              type: nexus.nonNull('TagSummary'),
              args: { limit: nexus.intArg({ default: 3 }) },
              async resolve(parent, { limit }) {
                const tags = await strapi.entityService.findMany('api::tag.tag', {
                  sort: 'id',
                  limit,
                  populate: { articles: true },
                })
                return tags.map(({ name, articles }) => ({
                  name,
                  used: articles.length,
                  articles: articles.slice(0, 1),
                }))
              },
            })
          },
        }),
        nexus.extendType({
          type: 'Category',
          definition(t) {
            t.string('shout', { resolve: ({ name }) => `${name.toUpperCase()}!` })
          },
        }),
        nexus.mutationField('renameTag', {
          type: 'TagEntityResponse',
          args: { id: nexus.nonNull('ID'), name: nexus.nonNull('String') },
          async resolve(parent, { id, name }) {
            const { toEntityResponse } = strapi.plugin('graphql').service('format').returnTypes
            const tag = await strapi.entityService.update('api::tag.tag', id, { data: { name } })
            return toEntityResponse(tag, { args: { id }, resourceUID: 'api::tag.tag' })
          },
        }),
      ],
      resolversConfig: {
        'Query.tagSummaries': { auth: false },
        'Mutation.renameTag': { auth: { scope: ['api::tag.tag.update'] } },
      },
    }))
  },
}
