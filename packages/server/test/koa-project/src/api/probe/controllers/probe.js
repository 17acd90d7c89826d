'use strict'

const { createReadStream, readFileSync } = require('fs')
const { join } = require('path')
const { Readable, PassThrough } = require('stream')
const { errors } = require('@strapi/utils')

module.exports = {
  plain: () => 'text',
  html: () => '<b>text</b>',
  number: () => 5,
  zero: () => 0,
  no: () => false,
  list: () => [1, 'two', null],
  object: (ctx) => void (ctx.body = { at: ctx.path }),
  bodyWins(ctx) {
    ctx.body = { from: 'body' }
    return { from: 'value' }
  },
  nothing: () => undefined,
  nullValue: () => null,
  nullBody: (ctx) => void (ctx.body = null),
  statusOnly: (ctx) => void (ctx.status = 202),
  statusAndNull(ctx) {
    ctx.status = 200
    ctx.body = null
  },
  empty: (ctx) => void (ctx.body = ''),
  buffer: () => Buffer.from('bytes'),
  stream: () => Readable.from(['a', 'b']),
  file(ctx) {
    ctx.type = 'txt'
    ctx.body = createReadStream(join(process.cwd(), 'package.json'), { end: 0 })
  },
  send: (ctx) => ctx.send({ sent: true }),
  sendStatus: (ctx) => ctx.send({ sent: true }, 206),
  created: (ctx) => ctx.created({ made: 1 }),
  deleted: (ctx) => ctx.deleted(),
  deletedBody: (ctx) => ctx.deleted({ id: 1 }),
  badRequest: (ctx) => ctx.badRequest('Bad', { field: 'x' }),
  badRequestPlain: (ctx) => ctx.badRequest(),
  unauthorized: (ctx) => ctx.unauthorized('Who?'),
  forbidden: (ctx) => ctx.forbidden(),
  notFound: (ctx) => ctx.notFound('Gone astray', { id: 4 }),
  conflict: (ctx) => ctx.conflict('Twice'),
  internal: (ctx) => ctx.internalServerError('Broken', { part: 'engine' }),
  teapot: (ctx) => ctx.imATeapot(),
  tooMany: (ctx) => ctx.tooManyRequests('Slowly'),
  unprocessable: (ctx) => ctx.unprocessableEntity('Odd', [{ odd: true }]),
  notImplemented: (ctx) => ctx.notImplemented(),
  onResponse: (ctx) => ctx.response.paymentRequired('Pay'),
  continues(ctx) {
    ctx.badRequest('Bad')
    ctx.set('x-continued', 'yes')
  },
  helperValue: (ctx) => ({ value: ctx.badRequest('Bad') === undefined }),
  throwStatus: (ctx) => ctx.throw(402),
  throwText: (ctx) => ctx.throw('text'),
  throwMessage: (ctx) => ctx.throw(409, 'Taken', { details: { by: 'ann' } }),
  throwError: (ctx) => ctx.throw(new Error('inside')),
  throwServer: (ctx) => ctx.throw(503, 'Later'),
  assert: (ctx) => ctx.assert(false, 412, 'Not so'),
  raise() {
    throw new Error('secret')
  },
  raiseStatus() {
    throw Object.assign(new Error('Marked'), { status: 410 })
  },
  raiseValue() {
    throw 'a string'
  },
  application() {
    throw new errors.ApplicationError('No', { why: 'because' })
  },
  validation() {
    throw new errors.ValidationError('Wrong', { errors: [] })
  },
  missing() {
    throw new errors.NotFoundError('Nowhere')
  },
  tooLarge() {
    throw new errors.PayloadTooLargeError()
  },
  headers(ctx) {
    ctx.set({ 'X-One': '1', 'X-Two': 'two' })
    ctx.append('X-One', 'more')
    ctx.set('X-Gone', 'x')
    ctx.remove('X-Gone')
    ctx.response.set('X-Three', '3')
    ctx.vary('X-Token')
    ctx.body = { one: ctx.response.get('x-one'), has: ctx.response.has('x-three') }
  },
  cookies(ctx) {
    ctx.cookies.set('plain', 'a b', { httpOnly: false, path: '/api' })
    ctx.cookies.set('second', '2', { maxAge: 1000, sameSite: 'lax', expires: undefined })
    ctx.body = { read: ctx.cookies.get('sent') ?? null }
  },
  redirect: (ctx) => ctx.redirect('/api/probe/plain?x=1'),
  redirectMoved(ctx) {
    ctx.status = 301
    ctx.redirect('https://example.com/')
  },
  attachment(ctx) {
    ctx.attachment('a b.csv')
    ctx.body = 'a,b'
  },
  types(ctx) {
    ctx.type = 'application/xml'
    ctx.lastModified = new Date(0)
    ctx.etag = 'own'
    ctx.body = '<x/>'
  },
  request(ctx) {
    const { method, path, url, originalUrl, querystring, search, host, hostname, protocol, secure, length } = ctx
    const own = { method, path, url, originalUrl, querystring, search, protocol, secure, length: length ?? null }
    return {
      ...own,
      named: host === hostname || host.startsWith(`${hostname}:`),
      href: ctx.href.replace(/\d+\.\d+\.\d+\.\d+(:\d+)?|service\.example/, 'HOST'),
      origin: ctx.origin.replace(/\d+\.\d+\.\d+\.\d+(:\d+)?|service\.example/, 'HOST'),
      is: [ctx.is('json'), ctx.is('text/*'), ctx.request.is('html')],
      accepts: [ctx.accepts('html', 'json'), ctx.acceptsLanguages('de', 'en')],
      type: ctx.request.type,
      charset: ctx.request.charset,
      idempotent: ctx.request.idempotent,
      absent: [ctx.get('x-absent'), ctx.request.get('X-Given'), ctx.header['x-given'], ctx.headers['x-given']],
      referrer: ctx.get('referrer'),
      state: Object.keys(ctx.state).sort(),
      route: [ctx.state.route.path, ctx.state.route.handler, ctx._matchedRoute],
      same: [ctx.req.method === method, ctx.request.ctx === ctx, ctx.response.ctx === ctx, ctx.app === ctx.request.app],
      parameters: ctx.request.params === ctx.params,
    }
  },
  echo: (ctx) => ({ body: ctx.request.body, query: ctx.query, seen: ctx.state.seen }),
  echoOuter: (ctx) => void (ctx.body = { inner: true }),
  unparsed: (ctx) => ({ text: ctx.request.body[Symbol.for('unparsedBody')] ?? null }),
  queries(ctx) {
    const before = ctx.query
    ctx.query = { populate: true, page: 2, list: [1, 2], deep: { a: { b: null } }, gone: undefined }
    const after = ctx.query
    ctx.query.kept = 'yes'
    return { before, after, string: ctx.querystring, same: ctx.query === ctx.request.query, kept: ctx.query.kept }
  },
  methods: (ctx) => ({ own: ctx.query.hasOwnProperty('a'), body: typeof ctx.request.body.hasOwnProperty }),
  upload(ctx) {
    const list = (value) => (Array.isArray(value) ? value : [value])
    const files = Object.entries(ctx.request.files ?? {}).map(([part, found]) => [
      part,
      list(found).map(({ name, type, size, path }) => ({ name, type, size, text: readFileSync(path, 'utf8') })),
    ])
    return { body: ctx.request.body, files }
  },
  session(ctx) {
    ctx.session.count = (ctx.session.count ?? 0) + 1
    return { count: ctx.session.count, isNew: ctx.session.isNew ?? false }
  },
  raw(ctx) {
    ctx.respond = false
    ctx.res.writeHead(207, { 'x-raw': 'yes', 'content-type': 'text/plain' })
    ctx.res.write('one ')
    setImmediate(() => ctx.res.end('two'))
  },
  piped(ctx) {
    ctx.respond = false
    ctx.status = 200
    ctx.res.setHeader('content-type', 'text/event-stream')
    Readable.from(['data: 1\n\n', 'data: 2\n\n']).pipe(ctx.res)
  },
  through(ctx) {
    const stream = new PassThrough()
    ctx.body = stream
    ctx.type = 'text/event-stream'
    stream.end('data: 1\n\n')
  },
  params: (ctx) => ({ params: ctx.params, path: ctx.path }),
  async before(ctx, next) {
    await next()
    ctx.body = { ...ctx.body, before: true }
  },
  after: (ctx) => void (ctx.body = { after: true }),
  trail: (ctx) => ({ trail: ctx.state.trail }),
  policy: (ctx) => ({ policy: ctx.state.policy ?? null }),
}
