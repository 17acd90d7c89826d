import {
  type CoreAction,
  type RouteNames,
  actionsOf,
  methodOf,
  pathOf,
} from '@content-api/project-files/code/core-actions'
import { currentHost } from '../host/current-host.js'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import type { StrapiModel } from '../host/strapi-models.js'

/** The router and action of each route that `CoreRouter.routes` returned. */
const routesOfRouters = new WeakMap<object, { readonly router: CoreRouter; readonly action: CoreAction }>()

/** The result of `createCoreRouter`: the options that change the generated routes of a content type. */
export class CoreRouter {
  constructor(
    readonly uid: string,
    readonly options: Readonly<Record<string, unknown>>,
  ) {}

  get prefix(): string {
    return typeof this.options['prefix'] === 'string' ? this.options['prefix'] : ''
  }

  /**
   * The generated routes, which project code combines with its own, as in Strapi 4.
   * @throws ExtensionError before the content types are known, for example while the file is loaded
   */
  get routes(): object[] {
    const { only, except, config } = this.options as Readonly<Record<string, unknown[] | undefined>> & {
      readonly config?: Readonly<Record<string, object>>
    }
    const names = namesOf(this.uid)
    return actionsOf(names)
      .filter((action) => (only ? only.includes(action) : true) && !except?.includes(action))
      .map((action) => {
        const handler = `${this.uid}.${action}`
        const route = {
          method: methodOf[action],
          path: pathOf(names, action),
          handler,
          config: config?.[action] ?? {},
        }
        routesOfRouters.set(route, { router: this, action })
        return route
      })
  }
}

/** Returns the router and action of a route that `CoreRouter.routes` returned; undefined for any other route. */
export const routerOf = (route: unknown) =>
  typeof route === 'object' && route !== null ? routesOfRouters.get(route) : undefined

function namesOf(uid: string): RouteNames {
  const strapi = currentHost() as { readonly contentType: (uid: string) => StrapiModel } | undefined
  if (!strapi)
    throw new ExtensionError(
      `The routes of the router of ${uid} are not known yet. Read them in a getter, \`get routes()\`.`,
    )
  const { kind, info } = strapi.contentType(uid) as StrapiModel &
    Pick<RouteNames, 'kind'> & { readonly info: RouteNames }
  return { kind, singularName: info.singularName, pluralName: info.pluralName }
}
