module.exports = { routes: [{ method: 'POST', path: '/calls', handler: 'probe.run', config: { auth: false } }] }
