import { factories } from '@strapi/strapi'

export default factories.createCoreService('api::notice.notice', () => ({
  async createOrUpdate({ data, ...params }) {
    return super.createOrUpdate({ data: { ...data, text: `${data.text}.` }, ...params })
  },
}))
