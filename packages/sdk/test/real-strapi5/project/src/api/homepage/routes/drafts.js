// The routes that the error of `unpublish` prints for a single type.
module.exports = {
  routes: [
    { method: 'POST', path: '/homepage/unpublish', handler: 'homepage.unpublish' },
    { method: 'POST', path: '/homepage/discard-draft', handler: 'homepage.discardDraft' },
  ],
}
