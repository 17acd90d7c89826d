// The controller that the error of `unpublish` prints for a single type.
const { createCoreController } = require('@strapi/strapi').factories
const uid = 'api::homepage.homepage'

module.exports = createCoreController(uid, ({ strapi }) => ({
  async unpublish({ params, query }) {
    const { documentId } = params.id ? { documentId: params.id } : await strapi.documents(uid).findFirst()
    await strapi.documents(uid).unpublish({ documentId, locale: query.locale })
    return { data: null }
  },
  async discardDraft({ params, query }) {
    const { documentId } = params.id ? { documentId: params.id } : await strapi.documents(uid).findFirst()
    await strapi.documents(uid).discardDraft({ documentId, locale: query.locale })
    return { data: null }
  },
}))
