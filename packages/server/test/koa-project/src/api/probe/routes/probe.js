const controller = require('../controllers/probe')

/** One route for each method of the controller, and routes with patterns. */
const plain = Object.keys(controller).map((name) => ({
  method: 'ALL',
  path: `/probe/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  handler: `probe.${name}`,
  config: { auth: false },
}))
const get = (path, handler, config = {}) => ({ method: 'GET', path, handler, config: { auth: false, ...config } })

module.exports = {
  routes: [
    ...plain,
    get('/patterns/slash/', 'probe.params'),
    get('/patterns/optional/:id?', 'probe.params'),
    get('/patterns/number/:id(\\d+)', 'probe.params'),
    get('/patterns/number/:name', 'probe.params'),
    get('/patterns/rest/(.*)', 'probe.params'),
    get('/patterns/rests/:path*', 'probe.params'),
    get('/patterns/:from-:to', 'probe.params'),
    get('/patterns/file/:name.:extension', 'probe.params'),
    get('/chain', 'probe.before'),
    get('/chain', 'probe.after'),
    get('/chain/list', [(ctx, next) => next(), (ctx) => void (ctx.body = { listed: true })]),
    get('/wrapped', 'probe.trail', {
      middlewares: [
        { name: 'api::probe.wrap', config: { name: 'one' } },
        { name: 'api::probe.wrap', config: { name: 'two' } },
        (ctx, next) => next(),
      ],
    }),
    get('/caught/thrown', 'probe.throwStatus', { middlewares: ['api::probe.catches'] }),
    get('/caught/helper', 'probe.badRequest', { middlewares: ['api::probe.catches'] }),
    get('/policy/true', 'probe.policy', { policies: [{ name: 'global::passes', config: { answer: true } }] }),
    get('/policy/undefined', 'probe.policy', { policies: [{ name: 'global::passes', config: {} }] }),
    get('/policy/false', 'probe.policy', { policies: [{ name: 'global::passes', config: { answer: false } }] }),
    get('/policy/local', 'probe.policy', {
      policies: ['local', (ctx) => (ctx.request.query.let === 'pass' ? undefined : 0)],
    }),
    { method: 'GET', path: '/guarded', handler: 'probe.plain' },
    { method: 'GET', path: '/guarded-function', handler: () => 'open' },
  ],
}
