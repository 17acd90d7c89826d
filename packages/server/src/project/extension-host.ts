import type { ExtensionInput } from './extension-input.js'
import { MissingPart, unknownName } from './extension-error.js'
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

/** What `register` is given as `strapi`: as much of a Strapi 4 application as an extension needs. */
export interface ExtensionHost {
  plugin(name: 'graphql'): { service(name: 'extension'): ExtensionService }
  readonly log: Readonly<Record<'debug' | 'info' | 'warn' | 'error', (...text: readonly unknown[]) => void>>
  /** What extensions put there for one another, by names of their own. */
  // oxlint-disable-next-line typescript/no-explicit-any
  [name: string]: any
}

/** @param services what extensions can work with beside the extension service, by their names in Strapi 4 */
export function createExtensionHost(
  service: ExtensionService,
  services: Readonly<Record<string, unknown>> = {},
): ExtensionHost {
  const plugin = (name: string) => {
    if (name !== 'graphql') throw unknownName('The plugin', name, ['graphql'])
    return {
      service(of: string) {
        if (of !== 'extension') throw unknownName('The service of the plugin graphql', of, ['extension'])
        return service
      },
    }
  }
  const log = Object.fromEntries(
    (['debug', 'info', 'warn', 'error'] as const).map((level) => [
      level,
      (...text: readonly unknown[]) => process.stderr.write(`${level}: ${text.map(String).join(' ')}\n`),
    ]),
  ) as unknown as ExtensionHost['log']
  const host: Record<string, unknown> = { plugin, log, ...services }
  return new Proxy(host, {
    get(target, name) {
      // `then`: whether it is a promise is asked of whatever is awaited.
      if (typeof name === 'symbol' || name in target || name === 'then' || name === 'toJSON') {
        return Reflect.get(target, name) as unknown
      }
      throw new MissingPart(`strapi.${name} does not exist here. There are: ${Object.keys(target).join(', ')}.`)
    },
  }) as unknown as ExtensionHost
}
