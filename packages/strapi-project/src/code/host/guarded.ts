import { closest, listed } from '@content-api/model'
import { MissingPart, unknownName } from '@content-api/core/errors/extension-error'

/** The replacements for missing parts of Strapi 4, by path. */
export const replacements: Readonly<Record<string, string>> = {
  'strapi.admin.services.role': 'manage roles in the configuration; there is no admin panel',
  'strapi.admin.services.token': 'manage tokens on the command line; there is no admin panel',
  'strapi.admin.services.user': 'manage users on the command line; there is no admin panel',
  'strapi.auth.authenticate': 'read ctx.state.user and ctx.state.auth',
  'strapi.auth.register': 'sign in by POST /api/auth/local, or by an API token',
  'strapi.getRef': 'use the uid of the content type',
  'strapi.hook': 'use lifecycle hooks',
  'strapi.middleware': 'name the middleware in the config of a route or resolver',
  'strapi.sanitizers': "use sanitize of '@strapi/utils'",
  'strapi.validators': "use validate of '@strapi/utils'",
  'strapi.telemetry': 'remove the call; this server sends no usage data to Strapi',
  'strapi.webhookRunner': 'use lifecycle hooks',
  'strapi.db.connection': "use strapi.db.query(uid) or strapi.entityService; the tables differ from Strapi's",
  'strapi.db.config': 'use strapi.config.get(path)',
  'strapi.db.metadata': 'use strapi.getModel(uid)',
  "strapi.plugin('users-permissions').service('providers')": 'sign in by POST /api/auth/local',
  'strapi.app': 'import src/index',
  'strapi.server.router.use': 'use strapi.server.use()',
}

/** The objects that throw on access to an unknown member. */
const all = new WeakSet<object>()

/** Returns whether access to an unknown member of an object throws. */
export const isGuarded = (value: object) => all.has(value)

/**
 * Wraps an object so that access to an unknown member throws an error with the known names, instead of
 * returning `undefined`.
 */
export function guarded<Parts extends object>(place: string, parts: Parts): Parts {
  const proxy = new Proxy(parts, {
    get(target, name) {
      // `await` reads `then` of every value, so it must not throw.
      if (typeof name === 'symbol' || name in target || name === 'then' || name === 'toJSON') {
        return Reflect.get(target, name) as unknown
      }
      const at = `${place}.${name}`
      const hint = Object.hasOwn(replacements, at) ? ` Instead: ${replacements[at]}.` : ''
      throw new MissingPart(`${at} does not exist here. There are: ${listed(Object.keys(target))}.${hint}`)
    },
  })
  all.add(proxy)
  return proxy
}

/**
 * Wraps an object to which code adds members of its own, so that only access to the names of Strapi that don't
 * exist here throws.
 */
export function lacking<Parts extends object>(place: string, parts: Parts, names: readonly string[]): Parts {
  return new Proxy(parts, {
    get(target, name) {
      if (name in target || typeof name === 'symbol' || !names.includes(name))
        return Reflect.get(target, name) as unknown
      throw new MissingPart(`${place}.${name} does not exist here. There are: ${listed(Object.keys(target))}.`)
    },
  })
}

/** Returns an ExtensionError for a misspelled name, and a MissingPart error for any other unknown name. */
export function missing(what: string, name: string, known: readonly string[]): Error {
  if (closest(name, known) !== undefined) return unknownName(what, name, known)
  return new MissingPart(`${what} "${name}" does not exist here. There are: ${listed(known)}.`)
}

/** Returns an object that finds its members on access. */
export function byName(find: (name: string) => unknown): object {
  // `await` reads `then` of every value.
  const get = (_target: object, name: string | symbol) =>
    typeof name === 'string' && name !== 'then' ? find(name) : undefined
  return new Proxy({}, { get })
}
