import { factories } from '@strapi/strapi'

export default factories.createCoreRouter('api::post.post', {
  config: {
    findOne: { middlewares: ['api::post.count-views'] },
    create: { policies: [{ name: 'global::has-title', config: { min: 3 } }] },
    update: { policies: ['is-owner'], middlewares: [{ name: 'global::stamp', config: { header: 'x-stamp' } }] },
  },
})
