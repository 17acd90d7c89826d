export default ({ strapi }) => ({
  typeDefs: `
    type PostSummary { title: String views: Int }
    extend type Post { shout: String }
    extend type Query { postSummaries(limit: Int): [PostSummary] }
  `,
  resolvers: {
    Post: { shout: (parent) => parent.title.toUpperCase() },
    Query: {
      postSummaries: (_parent, { limit }) =>
        strapi.entityService.findMany('api::post.post', { sort: 'views:desc', limit, publicationState: 'live' }),
    },
  },
  resolversConfig: {
    'Query.postSummaries': { auth: false },
    'Query.posts': {
      middlewares: [(next, parent, args, ...more) => next(parent, { ...args, sort: ['id:desc'] }, ...more)],
    },
  },
})
