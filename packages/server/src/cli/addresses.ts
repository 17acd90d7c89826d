import type { Listening } from '../http/listen.js'
import { hasRoutes } from '../rest/routes.js'
import type { ContentApi } from '../server.js'

/** Where to look now: the interface itself and an address of each content type. */
export function printAddresses({ url }: Pick<Listening, 'url'>, { registry, config }: ContentApi): void {
  const base = `${url}${config.api.rest.prefix}`
  const types = [...registry.contentTypes.values()].filter(hasRoutes)
  console.log(`Listening on ${base}`)
  for (const { kind, singularName, pluralName } of types) {
    console.log(`  ${base}/${kind === 'singleType' ? singularName : pluralName}`)
  }
}
