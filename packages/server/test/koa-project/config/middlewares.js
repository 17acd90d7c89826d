module.exports = [
  'strapi::logger',
  { name: 'global::outer', config: { header: 'x-outer' } },
  'strapi::errors',
  {
    name: 'strapi::security',
    config: {
      frameguard: { action: 'deny' },
      hsts: { maxAge: 60 },
      xssFilter: true,
      referrerPolicy: false,
      contentSecurityPolicy: {
        directives: {
          'script-src': ["'self'", 'editor.example'],
          'img-src': ["'self'", 'images.example'],
        },
      },
    },
  },
  {
    name: 'strapi::cors',
    config: {
      origin: (ctx) =>
        ctx.get('x-origins') === 'one' ? 'https://one.example' : ['https://a.example', 'https://b.example'],
      methods: 'GET,POST',
      headers: ['Content-Type', 'X-Own'],
      expose: ['X-Own', 'X-Two'],
      maxAge: 60,
      credentials: false,
    },
  },
  { name: 'strapi::poweredBy', config: { poweredBy: 'A probe' } },
  'strapi::query',
  { name: 'strapi::body', config: { includeUnparsed: true } },
  { name: 'strapi::session', config: { key: 'probe.sess', secure: false } },
  { resolve: './src/middlewares/resolved', config: { header: 'x-resolved' } },
  'api::probe.rewrite',
  'strapi::favicon',
  'strapi::public',
]
