import type { ProjectFiles } from '../support/write-project.js'
import { Random } from './random.js'

/** A generated controller with its request. */
export interface CodeRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly code: string
  readonly body?: unknown
}

/** Generated controllers, policies and middlewares with requests to them. */
export interface GeneratedCode {
  readonly files: ProjectFiles
  readonly requests: readonly CodeRequest[]
}

type Make = (random: Random) => string

const text = (random: Random) => random.one([`'plain'`, `'two words'`, `'<p>html</p>'`, `''`, `'é ✓'`])
const json = (random: Random) =>
  random.one([`{ a: 1 }`, `[1, 'b', null]`, `{ list: [{ x: null }], n: 0 }`, `{}`, `[]`, `7`, `true`, `null`])
const value = (random: Random) => (random.chance(0.4) ? text(random) : json(random))
const status = (random: Random) => random.one([200, 201, 202, 204, 400, 402, 404, 409, 418, 422, 500, 503])
const helper = (random: Random) =>
  random.one([
    'badRequest',
    'unauthorized',
    'forbidden',
    'notFound',
    'methodNotAllowed',
    'notAcceptable',
    'conflict',
    'gone',
    'preconditionFailed',
    'unsupportedMediaType',
    'imATeapot',
    'unprocessableEntity',
    'locked',
    'tooManyRequests',
    'internalServerError',
    'notImplemented',
    'badGateway',
    'serviceUnavailable',
    'paymentRequired',
  ])
const error = (random: Random) =>
  random.one([
    'ApplicationError',
    'ValidationError',
    'NotFoundError',
    'ForbiddenError',
    'UnauthorizedError',
    'PaginationError',
    'PolicyError',
    'NotImplementedError',
  ])

/** Statements of a controller, on Koa's context and Strapi's additions. */
const statements: readonly Make[] = [
  (random) => `ctx.body = ${value(random)}`,
  (random) => `ctx.status = ${status(random)}`,
  (random) =>
    `ctx.${helper(random)}(${random.one([``, `'wrong'`, `'wrong', { key: 'a' }`, `{ key: 'a' }`, `'wrong', ['x']`])})`,
  (random) => `return ctx.${helper(random)}('stop', ${json(random)})`,
  (random) => `ctx.send(${value(random)}${random.chance(0.5) ? `, ${status(random)}` : ''})`,
  (random) => `ctx.${random.one(['created', 'deleted', 'accepted', 'ok'])}?.(${value(random)})`,
  (random) => `ctx.set('x-one', ${random.one([`'1'`, `2`, `['a', 'b']`])})`,
  (random) => `ctx.set({ 'x-one': 'o', 'X-Two': '${random.integer(1, 9)}' })`,
  () => `ctx.append('x-two', 'more')`,
  () => `ctx.remove('x-one')`,
  (random) => `ctx.type = ${random.one([`'json'`, `'text/csv'`, `'html'`, `'png'`])}`,
  (random) =>
    `ctx.response.${random.one([`status = ${status(random)}`, `body = ${value(random)}`, `set('x-one', 'r')`])}`,
  (random) => `ctx.message = ${random.one([`'Fine'`, `'Odd'`])}`,
  (random) =>
    `ctx.throw(${random.one([`${random.one([400, 402, 404, 500, 503])}`, `${random.one([400, 403, 404, 409, 422])}, 'thrown'`, `'only text'`, `400, 'props', { a: 1 }`, `new Error('raw')`])})`,
  (random) =>
    `throw new (require('@strapi/utils').errors.${error(random)})('raised'${random.chance(0.5) ? `, { d: 1 }` : ''})`,
  () => `ctx.assert(ctx.query.a, 400, 'a is missing')`,
  (random) =>
    `ctx.query = { ...ctx.query, extra: ${random.one([`true`, `[1, 2]`, `{ b: { c: 1 } }`, `null`, `'x y'`, `undefined`])} }`,
  () => `ctx.body = ctx.query`,
  () => `ctx.body = { url: ctx.url, path: ctx.path, search: ctx.search, querystring: ctx.querystring }`,
  () => `ctx.body = { q: ctx.request.query, b: ctx.request.body, m: ctx.method }`,
  () => `ctx.querystring = 'z=1&y[]=2'`,
  () => `ctx.body = { is: ctx.is('json'), acc: ctx.accepts('json', 'html'), get: ctx.get('x-sent'), fresh: ctx.fresh }`,
  (random) => `ctx.redirect('/api/${random.one(['tags', 'x y'])}')`,
  (random) => `ctx.cookies.set('c', '${random.integer(1, 9)}', { signed: false })`,
  () => `ctx.attachment('a.txt')`,
  () => `ctx.state.seen = (ctx.state.seen || 0) + 1; ctx.body = { seen: ctx.state.seen }`,
  (random) => `if (ctx.query.a) return ${value(random)}`,
  (random) => `return ${value(random)}`,
  (random) =>
    `try { ctx.${random.one([`throw(400, 'caught')`, `notFound('kept')`])} } catch (e) { ctx.body = { caught: e.message, status: e.status } }`,
  () => `ctx.body = Buffer.from('bytes')`,
  () => `ctx.body = require('stream').Readable.from(['a', 'b'])`,
  () => `await Promise.resolve(); ctx.status = ctx.status`,
  () => `ctx.etag = 'abc'; ctx.lastModified = new Date(0)`,
]

/** Statements that read content. */
const contentStatements: readonly Make[] = [
  (random) =>
    `ctx.body = await strapi.entityService.findMany('api::tag.tag', { sort: 'id', limit: ${random.integer(1, 3)}, fields: ['label'] })`,
  (random) =>
    `ctx.body = await strapi.db.query('api::tag.tag').findOne({ where: { id: ${random.integer(1, 7)} }, select: ['label'] })`,
  () =>
    `const found = await strapi.entityService.findOne('api::author.author', 2, { populate: ['teacher'] }); ctx.body = { found: found && found.teacher && found.teacher.name }`,
  () =>
    `const schema = strapi.contentType('api::tag.tag'); ctx.body = { uid: schema.uid, kind: schema.kind, names: Object.keys(schema.attributes).slice(0, 2) }`,
  () =>
    `ctx.body = await require('@strapi/utils').sanitize.contentAPI.output({ id: 1, label: 'x', hidden: 'y' }, strapi.getModel('api::book.book'), { auth: ctx.state.auth })`,
  () => `ctx.body = await strapi.service('api::tag.tag').findOne(1, { fields: ['label'] })`,
  (random) =>
    `const { results, pagination } = await strapi.service('api::tag.tag').find({ fields: ['label'], sort: 'id', pagination: { pageSize: ${random.integer(1, 3)} } }); ctx.body = { labels: results.map((r) => r.label), pagination }`,
  () =>
    `ctx.body = { n: await strapi.entityService.count('api::tag.tag'), config: strapi.config.get('api.rest.maxLimit'), no: strapi.config.get('no.such', 'otherwise') }`,
]

const hooks: readonly Make[] = [
  (random) =>
    `ctx.set('x-before', '1'); await next(); ctx.set('x-after', String(ctx.status) + ${random.one([`typeof ctx.body`, `'!'`])})`,
  (random) =>
    `await next(); if (ctx.status === ${random.one([200, 404, 400])}) ctx.body = { replaced: ctx.body ?? null }`,
  () =>
    `try { await next() } catch (error) { ctx.status = 400; ctx.body = { name: error.name, message: error.message, details: error.details } }`,
  (random) => `if (!ctx.query.a) return ctx.${helper(random)}('by middleware'); await next()`,
  () => `ctx.query = { ...ctx.query, added: 'by middleware' }; return next()`,
  () => `ctx.state.seen = 10; await next()`,
]

const policies: readonly Make[] = [
  () => `return true`,
  () => `return Boolean(ctx.request.query.a)`,
  () => `return undefined`,
  () => `ctx.state.seen = 5; return true`,
  () => `return ctx.is ? true : false`,
]

/** Actions of a generated controller of the content type `tag`, which call or replace the generated ones. */
const coreActions: readonly Make[] = [
  (random) =>
    `ctx.query = { ...ctx.query, fields: ['label'], sort: '${random.one(['id', 'label:desc'])}', pagination: { pageSize: ${random.integer(1, 4)} } }; const { data, meta } = await super.find(ctx); return { data: data.map((d) => d.attributes.label), meta }`,
  (random) =>
    `ctx.query.filters = { ...(ctx.query.filters || {}), id: { $lte: ${random.integer(1, 4)} } }; return super.find(ctx)`,
  () =>
    `await this.validateQuery(ctx); const query = await this.sanitizeQuery(ctx); const results = await strapi.entityService.findMany('api::tag.tag', { ...query, sort: 'id' }); return this.transformResponse(await this.sanitizeOutput(results, ctx), { own: true })`,
  () => `ctx.params.id = 2; const response = await super.findOne(ctx); return { ...response, more: 1 }`,
  () =>
    `ctx.params = { id: '99' }; const response = await super.findOne(ctx); ctx.body = { response: response ?? null }`,
  () => `return this.transformResponse({ id: 1, label: 'x', books: [{ id: 2, title: 't' }] })`,
]

/** Generates controllers, most with a few statements, some with middlewares and policies. */
export function generateCode(seed: number, count: number): GeneratedCode {
  const made = Array.from({ length: count }, (_, index) => one(new Random(seed * 1_000_003 + index), index))
  const own = made.filter(({ isCore }) => !isCore)
  const core = made.filter(({ isCore }) => isCore)
  const actions = (list: typeof made) =>
    list.map(({ name, code }) => `  async ${name}(ctx, next) {\n    ${code}\n  },`).join('\n')
  const routes = (list: typeof made, controller: string) =>
    `module.exports = { routes: [\n${list.map((each) => `  ${each.route(controller)},`).join('\n')}\n] }\n`
  const files = {
    'src/api/code/controllers/code.js': `module.exports = {\n${actions(own)}\n}\n`,
    'src/api/code/routes/code.js': routes(own, 'code'),
    'src/api/tag/controllers/tag.js': `const { createCoreController } = require('@strapi/strapi').factories
module.exports = createCoreController('api::tag.tag', ({ strapi }) => ({\n${actions(core)}\n}))\n`,
    'src/api/tag/routes/00-code.js': routes(core, 'tag'),
  }
  return { files, requests: made.flatMap(({ requests }) => requests) }
}

function one(random: Random, index: number) {
  const name = `action${index}`
  const isCore = random.chance(0.15)
  const method = random.chance(0.2) && !isCore ? 'POST' : 'GET'
  const code = isCore
    ? random.one(coreActions)(random)
    : Array.from({ length: random.integer(1, 4) }, () =>
        random.one(random.chance(0.15) ? contentStatements : statements)(random),
      )
        .map((statement) => `{ ${statement} }`)
        .join('\n    ')
  const around = random.chance(0.25) ? [random.one(hooks)(random)] : []
  const guards = random.chance(0.15) ? [random.one(policies)(random)] : []
  const list = (names: readonly string[]) => `[${names.join(', ')}]`
  const middlewares = list(around.map((hook) => `async (ctx, next) => { ${hook} }`))
  const policyList = list(guards.map((guard) => `(ctx) => { ${guard} }`))
  const route = (controller: string) =>
    `{ method: '${method}', path: '/code/${index}', handler: '${controller}.${name}', config: { auth: false, middlewares: ${middlewares}, policies: ${policyList} } }`
  const path = `/api/code/${index}`
  const shown = [
    code,
    ...around.map((hook) => `middleware: ${hook}`),
    ...guards.map((guard) => `policy: ${guard}`),
  ].join('\n')
  const body = method === 'POST' ? { body: { a: 1, list: ['x'] } } : {}
  const requests: CodeRequest[] = [path, `${path}?a=1&b[c]=2`].map((each) => ({
    method,
    path: each,
    code: shown,
    ...body,
  }))
  return { name, isCore, code, route, requests }
}
