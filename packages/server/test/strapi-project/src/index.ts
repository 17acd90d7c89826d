import extendGraphql from './graphql'

export default {
  register({ strapi }) {
    strapi.plugin('graphql').service('extension').use(extendGraphql)
    strapi.plugin('graphql').service('extension').shadowCRUD('api::notice.notice').disableMutations()
  },
  async bootstrap({ strapi }) {
    strapi.db.lifecycles.subscribe({
      models: ['plugin::users-permissions.user'],
      beforeCreate({ params }) {
        params.data.nickname ??= params.data.username.toUpperCase()
      },
    })
    if ((await strapi.query('api::tag.tag').count()) > 0) return
    await strapi.db.query('api::tag.tag').createMany({ data: [{ name: 'news' }, { name: 'secret', hidden: true }] })
    const [news] = await strapi.db.query('api::tag.tag').findMany({ where: { name: 'news' } })
    for (const [title, views] of [
      ['First post', 5],
      ['Second post', 9],
    ]) {
      await strapi.entityService.create('api::post.post', {
        data: {
          title,
          views,
          margin: 3,
          publishedAt: new Date(),
          tags: [news.id],
          links: [{ label: 'More', url: 'https://example.com' }],
        },
      })
    }
    await strapi.entityService.create('api::post.post', { data: { title: 'A draft' } })
  },
}
