import { factories } from '@strapi/strapi'

export default factories.createCoreController('api::notice.notice', () => ({
  async find(ctx) {
    const response = await super.find(ctx)
    return response ?? { data: null, meta: { empty: true } }
  },
}))
