import { closest } from '@content-api/model'
import { MissingPart, unknownName } from './extension-error.js'

/** What stands in place of parts of Strapi 4 that there are none of here, by their places. */
const instead: Readonly<Record<string, string>> = {
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
  'strapi.fetch': 'use the fetch of Node',
  'strapi.getRef': 'name content types by their uid',
  'strapi.hook': 'use lifecycle hooks',
  'strapi.middleware': 'name the middleware where it is to stand',
  'strapi.requestContext': 'take `context.koaContext` of the resolver, or the context of the route',
  'strapi.sanitizers': 'answers of GraphQL hold what the client may see',
  'strapi.store': 'keep what is to last in a content type',
  'strapi.telemetry': 'nothing is told to anybody',
  'strapi.webhookRunner': 'use lifecycle hooks',
  'strapi.db.connection': "use strapi.db.query(uid) or strapi.entityService: tables are the service's own",
  'strapi.db.transaction': 'write in a lifecycle hook, which is part of the transaction that it belongs to',
  'strapi.db.metadata': 'use strapi.getModel(uid)',
  'strapi.server.app': 'use strapi.server.routes()',
  'strapi.server.use': 'put a proxy in front, or a policy at the route',
  'strapi.server.router': 'use strapi.server.routes()',
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
      const hint = Object.hasOwn(instead, at) ? ` In its place: ${instead[at]}.` : ''
      throw new MissingPart(`${at} does not exist here. There are: ${Object.keys(target).join(', ')}.${hint}`)
    },
  })
}

/** A name that was misspelt is a mistake; another one is a part of Strapi that isn't here. */
export function missing(what: string, name: string, known: readonly string[]): Error {
  if (closest(name, known) !== undefined) return unknownName(what, name, known)
  return new MissingPart(`${what} "${name}" does not exist here. There are: ${known.join(', ')}.`)
}
