import type { Registry } from '@content-api/model'
import { ExtensionError, isRecord } from './extension-error.js'
import type { ExtensionHost } from './extension-host.js'
import type { ApiFile } from './project-code.js'
import { CoreMethods } from './provided-modules.js'

/** The functions of controllers or services, by their uids (`api::city.city`). */
export type ApiMethods = ReadonlyMap<string, Readonly<Record<string, unknown>>>

const generated = ['find', 'findOne', 'create', 'update', 'delete']

/**
 * A controller or service is an object of functions, or a function that gives one.
 * @throws ExtensionError for anything else, and for one that stands in place of what is generated for a content type
 */
export function readMethods(files: readonly ApiFile[], registry: Registry, strapi: ExtensionHost): ApiMethods {
  return new Map(
    files.map(({ api, name, file, code }) => {
      const uid = `api::${api}.${name}`
      const given = code instanceof CoreMethods ? code.own : code
      const methods: unknown = typeof given === 'function' ? given({ strapi }) : given
      if (!isRecord(methods)) throw new ExtensionError(`${file} must export an object of functions.`)
      const replaced = registry.contentTypes.has(uid) && generated.find((action) => Object.hasOwn(methods, action))
      if (typeof replaced === 'string') {
        throw new ExtensionError(
          `${file} has a "${replaced}" of its own, which is generated here and can't be replaced: use lifecycle hooks, ` +
            'or another name.',
        )
      }
      return [uid, methods]
    }),
  )
}
