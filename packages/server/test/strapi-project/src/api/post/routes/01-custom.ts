export default {
  routes: [
    { method: 'GET', path: '/posts/by-slug/:slug', handler: 'post.bySlug', config: { auth: false } },
    { method: 'GET', path: '/posts/top', handler: 'api::post.post.top', config: { auth: false, policies: [] } },
    { method: 'POST', path: '/posts/:id/like', handler: 'post.like' },
    { method: 'GET', path: '/posts/clean', handler: 'post.clean', config: { auth: false } },
  ],
}
