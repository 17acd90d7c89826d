/** Adds a field that returns what middlewares got from `next`. */
let seen = []
module.exports = {
  register({ strapi }) {
    const record = async (next, parent, args, context, info) => {
      const res = await next(parent, args, context, info)
      const value = res && 'value' in res ? await res.value : undefined
      seen.push({
        at: `${info.parentType.name}.${info.fieldName}`,
        keys: Object.keys(res),
        ...(Array.isArray(res.nodes) ? { nodes: res.nodes.map((node) => Object.keys(node).sort().join()) } : {}),
        ...(value ? { value: Object.keys(value).sort().join() } : {}),
        info: res.info,
      })
      return res
    }
    strapi
      .plugin('graphql')
      .service('extension')
      .use({
        typeDefs: 'extend type Query { seen: JSON }',
        resolvers: {
          Query: {
            seen() {
              const response = seen.sort((one, other) => one.at.localeCompare(other.at))
              seen = []
              return response
            },
          },
        },
        resolversConfig: {
          'Query.seen': { auth: false },
          ...Object.fromEntries(
            ['Query.tags', 'Query.articles', 'Query.tag', 'Query.setting', 'Article.tags', 'Article.author'].map(
              (path) => [path, { middlewares: [record] }],
            ),
          ),
        },
      })
  },
}
