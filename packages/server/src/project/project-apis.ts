import type { ApiMethods } from './api-methods.js'
import { guarded } from './guarded.js'
import type { StrapiModels } from './strapi-models.js'

interface ProjectApi {
  readonly contentTypes: Readonly<Record<string, unknown>>
  readonly services: Readonly<Record<string, unknown>>
  readonly controllers: Readonly<Record<string, unknown>>
}

/** Parts by uid. Services are created when they are first read. */
type Parts = Pick<ApiMethods, 'get' | 'keys'>

/** Returns `strapi.api`: the parts of each folder of `src/api`, by their names. */
export function projectApis(
  { contentTypes }: Pick<StrapiModels, 'contentTypes'>,
  services: Parts,
  controllers: Parts,
): Readonly<Record<string, ProjectApi>> {
  const apis = new Map<string, ProjectApi>()
  const add = (kind: keyof ProjectApi, uids: Iterable<string>, find: (uid: string) => unknown) => {
    for (const uid of uids) {
      const [, api = '', name = ''] = /^api::([\w-]+)\.([\w-]+)$/.exec(uid) ?? []
      if (api === '') continue
      const known = apis.get(api) ?? { contentTypes: {}, services: {}, controllers: {} }
      Object.defineProperty(known[kind], name, { get: () => find(uid), enumerable: true, configurable: true })
      apis.set(api, known)
    }
  }
  add('contentTypes', Object.keys(contentTypes), (uid) => contentTypes[uid])
  add('services', services.keys(), (uid) => services.get(uid))
  add('controllers', controllers.keys(), (uid) => controllers.get(uid))
  return Object.fromEntries([...apis].map(([api, parts]) => [api, guarded(`strapi.api['${api}']`, parts)]))
}
