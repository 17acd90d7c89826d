// The controller of docs/sdk/strapi-5.md.
const { createCoreController } = require('@strapi/strapi').factories

module.exports = createCoreController('api::article.article', ({ strapi }) => ({
  async unpublish({ params, query }) {
    await strapi.documents('api::article.article').unpublish({ documentId: params.id, locale: query.locale })
    return { data: null }
  },
  async discardDraft({ params, query }) {
    await strapi.documents('api::article.article').discardDraft({ documentId: params.id, locale: query.locale })
    return { data: null }
  },
}))
