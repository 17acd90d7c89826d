module.exports = {
  register({ strapi }) {
    const extensionService = strapi.plugin('graphql').service('extension')
    extensionService.use(({ strapi }) => ({
      typeDefs: `
        type ReadingTime { words: Int!, minutes: Int! }
        extend type Article { readingTime: ReadingTime!, teaser(length: Int = 5): String, tagCount: Int! }
        extend type AuthorEntity { handle: String }
      `,
      resolvers: {
        Article: {
          readingTime: {
            resolve(article) {
              const words = (article.body ?? article.title).split(/\s+/).length
              return { words, minutes: Math.max(1, Math.ceil(words / 200)) }
            },
          },
          teaser: { resolve: (article, { length }) => `${article.title.slice(0, length)}…` },
          async tagCount(article) {
            const { tags } = await strapi.entityService.findOne('api::article.article', article.id, {
              populate: ['tags'],
            })
            return tags.length
          },
        },
        AuthorEntity: { handle: ({ id, name }) => `${name.toLowerCase()}-${id}` },
      },
    }))
  },
}
