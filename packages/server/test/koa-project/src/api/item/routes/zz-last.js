module.exports = {
  routes: [{ method: 'GET', path: '/items/shadowed', handler: 'item.shadowed', config: { auth: false } }],
}
