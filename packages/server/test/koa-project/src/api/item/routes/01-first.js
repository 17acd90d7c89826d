const open = { auth: false }

module.exports = {
  routes: [
    { method: 'GET', path: '/items/featured', handler: 'item.featured', config: open },
    { method: 'GET', path: '/items', handler: 'api::probe.probe.before', config: { auth: false, prefix: '' } },
  ],
}
