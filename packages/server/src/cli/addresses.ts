import type { Listening } from '../http/listen.js'
import { hasRoutes } from '../rest/routes.js'
import type { ContentApi } from '../server.js'

/**
 * Where to look now: the interface itself and an address of each content type; for programs one line as the log has them,
 * without waiting for what writes the log to load.
 */
export function printAddresses({ url }: Pick<Listening, 'url'>, { registry, config, logger }: ContentApi): void {
  const base = `${url}${config.api.rest.prefix}`
  if (logger.format === 'json') {
    const line = { level: 'info', pid: process.pid, time: new Date(), message: `Listening on ${base}`, url }
    if (logger.tells('info')) console.log(JSON.stringify(line))
    return
  }
  const types = [...registry.contentTypes.values()].filter(hasRoutes)
  console.log(`Listening on ${base}`)
  for (const { kind, singularName, pluralName } of types) {
    console.log(`  ${base}/${kind === 'singleType' ? singularName : pluralName}`)
  }
}
