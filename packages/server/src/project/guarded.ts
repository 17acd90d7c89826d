import { closest } from '@content-api/model'
import { MissingPart, unknownName } from './extension-error.js'

/** What stands in place of parts of Strapi 4 that there are none of here, by their places. */
export const replacements: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['badRequest', 'forbidden', 'notFound', 'response', 'throw', 'unauthorized'].map((name) => [
      `koaContext.${name}`,
      'throw an error of @strapi/utils, `new ApplicationError(message)`',
    ]),
  ),
  'strapi.entityService.deleteMany': 'use strapi.db.query(uid).deleteMany({ where })',
  'strapi.entityService.load': 'use strapi.entityService.findOne(uid, id, { populate })',
  'strapi.admin': 'there is no admin panel; roles and tokens are in the configuration and the commands',
  'strapi.api': "use strapi.service('api::article.article')",
  'strapi.auth': 'say who may in `auth` of resolversConfig or of a route',
  'strapi.cron': 'run a timer of your own in `bootstrap`, or a command from outside',
  'strapi.customFields': 'give the attribute one of the types that there are',
  'strapi.eventHub': 'use lifecycle hooks',
  'strapi.getRef': 'name content types by their uid',
  'strapi.hook': 'use lifecycle hooks',
  'strapi.middleware': 'name the middleware where it is to stand',
  'strapi.requestContext': 'take `context.koaContext` of the resolver, or the context of the route',
  'strapi.sanitizers': "use sanitize of '@strapi/utils'",
  'strapi.validators': "use validate of '@strapi/utils'",
  'strapi.telemetry': 'nothing is told to anybody',
  'strapi.webhookRunner': 'use lifecycle hooks',
  'strapi.db.connection': "use strapi.db.query(uid) or strapi.entityService: tables are the service's own",
  'strapi.db.config': 'use strapi.config.get(path)',
  'strapi.db.metadata': 'use strapi.getModel(uid)',
  'strapi.server.app': 'use strapi.server.routes()',
  'strapi.server.use': 'put a proxy in front, or a policy at the route',
  'ctx.cookies': 'read the header with ctx.get("cookie"), set one with ctx.set("Set-Cookie", …)',
  'ctx.req': 'use ctx.request, ctx.get(name)',
  'ctx.res': 'use ctx.status, ctx.body, ctx.set(name, value)',
  'ctx.response': 'use ctx.status, ctx.body, ctx.set(name, value)',
  'ctx.session': 'keep the state in a token or in a content type',
  'ctx.app': 'use strapi',
  'ctx.attachment': 'use ctx.set("Content-Disposition", …)',
  'ctx.assert': 'use ctx.throw(status, message)',
  'ctx.request.files': 'upload files by POST /api/upload and send their ids',
  'ctx.request.ctx': 'use ctx',
  "strapi.plugin('users-permissions').service('providers')": 'sign in by POST /api/auth/local',
  'strapi.server.router': 'use strapi.server.routes()',
}

/** The members of `strapi` and of its parts, and the services of its plugins, by their places. */
export const knownMembers: Readonly<Record<string, readonly string[]>> = {
  strapi: [
    'plugin',
    'plugins',
    'log',
    'entityService',
    'contentTypes',
    'components',
    'contentType',
    'getModel',
    'config',
    'dirs',
    'service',
    'services',
    'controller',
    'controllers',
    'db',
    'query',
    'server',
    'store',
    'fetch',
    'utils',
    'contentAPI',
  ],
  'strapi.db': ['query', 'transaction', 'lifecycles'],
  'strapi.db.lifecycles': ['subscribe'],
  'strapi.server': ['routes'],
  'strapi.entityService': ['findMany', 'findPage', 'findOne', 'count', 'create', 'update', 'delete'],
  'strapi.config': ['get', 'has'],
  'strapi.contentAPI': ['sanitize', 'validate'],
  'strapi.log': ['silly', 'debug', 'verbose', 'http', 'info', 'warn', 'error'],
  'strapi.dirs': ['app', 'static'],
  'plugin graphql': ['extension', 'format', 'builders'],
  'plugin email': ['email'],
  'plugin upload': ['upload'],
  'plugin users-permissions': ['jwt', 'user'],
  'plugin i18n': ['locales'],
}

/** Says what there is when something else is looked for, instead of letting it fail as `undefined` later on. */
export function guarded<Parts extends object>(place: string, parts: Parts): Parts {
  return new Proxy(parts, {
    get(target, name) {
      // `then`: whether it is a promise is asked of whatever is awaited.
      if (typeof name === 'symbol' || name in target || name === 'then' || name === 'toJSON') {
        return Reflect.get(target, name) as unknown
      }
      const at = `${place}.${name}`
      const hint = Object.hasOwn(replacements, at) ? ` In its place: ${replacements[at]}.` : ''
      throw new MissingPart(`${at} does not exist here. There are: ${Object.keys(target).join(', ')}.${hint}`)
    },
  })
}

/** A name that was misspelt is a mistake; another one is a part of Strapi that isn't here. */
export function missing(what: string, name: string, known: readonly string[]): Error {
  if (closest(name, known) !== undefined) return unknownName(what, name, known)
  return new MissingPart(`${what} "${name}" does not exist here. There are: ${known.join(', ')}.`)
}
