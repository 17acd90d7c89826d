// The routes of docs/sdk/strapi-5.md.
module.exports = {
  routes: [
    { method: 'POST', path: '/articles/:id/unpublish', handler: 'article.unpublish' },
    { method: 'POST', path: '/articles/:id/discard-draft', handler: 'article.discardDraft' },
  ],
}
