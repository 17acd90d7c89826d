import { errors } from '@strapi/utils'
import { slugOf } from '@lib/slug'

export default {
  beforeCreate(event) {
    const { data } = event.params
    if (data.title === 'forbidden')
      throw new errors.ApplicationError('This title is not allowed', { title: data.title })
    if (!data.slug) data.slug = slugOf(data.title)
  },
  async afterUpdate(event) {
    await strapi.service('api::tool.tool').remember('updated', event.result.title)
  },
}
