import { factories } from '@strapi/strapi'

const uid = 'api::post.post'

export default factories.createCoreService(uid, ({ strapi }) => ({
  async findOne(id, params) {
    const post = await super.findOne(id, params)
    return post && { ...post, readAs: 'service' }
  },
  async like(id) {
    const post = await strapi.entityService.findOne(uid, id)
    return post && strapi.entityService.update(uid, id, { data: { views: post.views + 1 } })
  },
}))
