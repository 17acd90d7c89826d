module.exports = {
  register({ strapi }) {
    const tags = () => strapi.db.query('api::tag.tag')
    const responses = {
      one: () => tags().findOne({ where: { name: 'node' }, select: ['id', 'name'] }),
      none: () => tags().findOne({ where: { id: 12345 } }),
      many: () =>
        tags().findMany({
          select: ['name', 'weight'],
          where: { $or: [{ weight: { $gt: 3 } }, { name: { $startsWith: 's' } }] },
          orderBy: [{ weight: 'desc' }, { name: 'asc' }],
          offset: 1,
          limit: 3,
        }),
      byRelation: () =>
        strapi.query('api::article.article').findMany({
          select: ['id', 'title'],
          where: { author: { name: { $contains: 'a' } }, publishedAt: { $notNull: true } },
          orderBy: { id: 'asc' },
          populate: { tags: { select: ['name'], orderBy: { id: 'asc' } }, author: true },
          limit: 2,
        }),
      drafts: () => strapi.db.query('api::article.article').count({ where: { publishedAt: null } }),
      count: () => tags().count({ where: { weight: { $lte: 2 } } }),
      withCount: () => tags().findWithCount({ where: { weight: 1 }, limit: 1, orderBy: 'id', select: ['id'] }),
      async written() {
        const created = await tags().create({ data: { name: 'made', weight: 50 } })
        const updated = await tags().update({ where: { id: created.id }, data: { color: 'teal' } })
        const missing = await tags().update({ where: { id: 12345 }, data: { color: 'teal' } })
        const deleted = await tags().delete({ where: { name: 'made' } })
        const left = await tags().count({ where: { name: 'made' } })
        return { created: created.name, updated: [updated.name, updated.color], missing, deleted: deleted.color, left }
      },
      async manyWritten() {
        const created = await tags().createMany({
          data: [
            { name: 'bulk-1', weight: 60 },
            { name: 'bulk-2', weight: 60 },
          ],
        })
        const updated = await tags().updateMany({ where: { weight: 60 }, data: { color: 'bulk' } })
        const colors = (await tags().findMany({ where: { weight: 60 }, orderBy: 'name' })).map(({ color }) => color)
        const deleted = await tags().deleteMany({ where: { weight: 60 } })
        return { created: created.count, updated: updated.count, colors, deleted: deleted.count }
      },
    }
    const resolvers = Object.fromEntries(Object.entries(responses).map(([name, resolve]) => [name, { resolve }]))
    strapi
      .plugin('graphql')
      .service('extension')
      .use({
        typeDefs: `extend type Query { ${Object.keys(responses)
          .map((name) => `${name}: JSON`)
          .join(' ')} }`,
        resolvers: { Query: resolvers },
        resolversConfig: Object.fromEntries(Object.keys(responses).map((name) => [`Query.${name}`, { auth: false }])),
      })
  },
}
