import { closest } from '@content-api/model'
import type { ExtensionInput } from './extension-input.js'
import { MissingPart, unknownName } from './extension-error.js'
import type { EntityService } from './entity-service.js'
import type { Subscriber } from './hook-input.js'
import { returnTypes } from './return-types.js'
import type { RouteInput } from './route-input.js'
import type { TypeShadow } from './shadow-crud.js'

/** How the generated schema is changed (specification §4.6). */
export interface ExtensionService {
  /** @throws ExtensionError for a uid that doesn't exist */
  readonly shadowCRUD: (uid: string) => TypeShadow
  /** @throws ExtensionError for what is no extension */
  readonly use: (extension: ExtensionInput) => ExtensionService
}

/** What a project says before it is served, as `register` and `bootstrap` in `src/index.js` of Strapi 4. */
export type Register = (tools: { readonly strapi: ExtensionHost }) => unknown

/** The services of GraphQL that a project works with. */
export interface GraphqlPlugin {
  service(name: 'extension'): ExtensionService
  service(name: 'format'): { readonly returnTypes: typeof returnTypes }
}

/** What a project is given as `strapi`: as much of a Strapi 4 application as its code needs. */
export interface ExtensionHost extends HostServices {
  plugin(name: 'graphql'): GraphqlPlugin
  readonly log: Readonly<Record<'debug' | 'info' | 'warn' | 'error', (...text: readonly unknown[]) => void>>
  /** What the project's code puts there for itself, by names of its own. */
  // oxlint-disable-next-line typescript/no-explicit-any
  [name: string]: any
}

/** What code of a project works with beside the extension service, by the names that Strapi 4 has for it. */
export interface HostServices {
  /** With every permission. */
  readonly entityService: EntityService
  /**
   * A service of the project, `api::city.city` for `src/api/city/services/city`, or one of GraphQL, `plugin::graphql.format`.
   * @throws ExtensionError
   */
  // Whatever the project wrote.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly service: (uid: string) => any
  readonly db: {
    readonly lifecycles: {
      /** Gives what ends the subscription. @throws ExtensionError for hooks and content types that don't exist */
      subscribe(subscriber: Subscriber): () => void
    }
  }
  readonly server: {
    /** Adds routes; only in `register`. @throws ExtensionError */
    routes(routes: readonly RouteInput[] | { readonly routes: readonly RouteInput[] }): void
  }
}

const plugins = ['graphql']
const graphqlServices = 'plugin::graphql.'

/** Without content, where a project is only looked at, there is no entityService. */
export function createExtensionHost(
  service: ExtensionService,
  services: Omit<HostServices, 'entityService'> & Partial<Pick<HostServices, 'entityService'>>,
): ExtensionHost {
  const ofGraphql: Readonly<Record<string, unknown>> = {
    extension: service,
    format: guarded("strapi.plugin('graphql').service('format')", {
      returnTypes: guarded('returnTypes', returnTypes),
    }),
  }
  const graphqlService = (name: string): unknown => {
    if (!Object.hasOwn(ofGraphql, name))
      throw missing('The service of the plugin graphql', name, Object.keys(ofGraphql))
    return ofGraphql[name]
  }
  const plugin = (name: string) => {
    if (!plugins.includes(name)) throw missing('The plugin', name, plugins)
    return { service: graphqlService }
  }
  const log = Object.fromEntries(
    (['debug', 'info', 'warn', 'error'] as const).map((level) => [
      level,
      (...text: readonly unknown[]) => process.stderr.write(`${level}: ${text.map(String).join(' ')}\n`),
    ]),
  ) as unknown as ExtensionHost['log']
  const { db, server, service: serviceOf, ...others } = services
  return guarded('strapi', {
    plugin,
    log,
    ...others,
    service: (uid: string): unknown =>
      uid.startsWith(graphqlServices) ? graphqlService(uid.slice(graphqlServices.length)) : serviceOf(uid),
    db: guarded('strapi.db', db),
    server: guarded('strapi.server', server),
  }) as ExtensionHost
}

/** Says what there is when something else is looked for, instead of letting it fail as `undefined` later on. */
function guarded(place: string, parts: object): object {
  return new Proxy(parts, {
    get(target, name) {
      // `then`: whether it is a promise is asked of whatever is awaited.
      if (typeof name === 'symbol' || name in target || name === 'then' || name === 'toJSON') {
        return Reflect.get(target, name) as unknown
      }
      throw new MissingPart(`${place}.${name} does not exist here. There are: ${Object.keys(target).join(', ')}.`)
    },
  })
}

/** A name that was misspelt is a mistake; another one is a part of Strapi that isn't here. */
function missing(what: string, name: string, known: readonly string[]): Error {
  if (closest(name, known) !== undefined) return unknownName(what, name, known)
  return new MissingPart(`${what} "${name}" does not exist here. There are: ${known.join(', ')}.`)
}
