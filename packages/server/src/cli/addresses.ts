import type { Listening } from '@content-api/core/transport/listen'
import { referencePath } from '../http/reference-page.js'
import { hasRoutes } from '@content-api/interfaces/rest/routes'
import type { ServedApi } from '../served-api.js'

type PrintedService = Pick<ServedApi, 'registry' | 'config' | 'logger' | 'graphqlPath' | 'notes' | 'developmentToken'>

/**
 * Prints the URLs of the service: its APIs, the pages for developers and each content type. With the log
 * format `json` it prints one line in that format. It writes this line itself, because the module that writes
 * the log may not be loaded yet.
 */
export function printAddresses({ url, metrics }: Pick<Listening, 'url' | 'metrics'>, service: PrintedService): void {
  const { registry, config, logger } = service
  const base = `${url}${config.api.rest.prefix}`
  if (logger.format === 'json') {
    const line = {
      level: 'info',
      pid: process.pid,
      time: new Date(),
      message: `Listening on ${base}`,
      url,
      ...(metrics !== undefined && { metrics }),
    }
    if (logger.isEnabled('info')) console.log(JSON.stringify(line))
    return
  }
  const types = [...registry.contentTypes.values()].filter(hasRoutes)
  const everywhere =
    config.host === '0.0.0.0' || config.host === '::' ? ' and on every other address of this machine' : ''
  console.log(`Listening on ${base}${everywhere}`)
  for (const { kind, singularName, pluralName } of types) {
    console.log(`  ${base}/${kind === 'singleType' ? singularName : pluralName}`)
  }
  for (const line of [...addressLines(url, service), ...service.notes]) console.log(line)
  if (metrics !== undefined) console.log(metricsLine(metrics))
}

/** Returns the line with the URL of the metrics, which have their own port. */
export const metricsLine = (url: string): string => `${'Metrics:'.padEnd(15)}${url}`

/** Returns a line for each URL other than those of REST, with its name. */
function addressLines(
  url: string,
  { config, developmentToken, graphqlPath }: Omit<PrintedService, 'registry' | 'logger'>,
): string[] {
  const { api } = config
  const development = developmentToken !== null
  const paths = [
    // The token is in the fragment, which browsers send neither to servers nor in `Referer`.
    ...(development ? [['Explorer', `/#token=${developmentToken}`]] : []),
    ...(graphqlPath === null ? [] : [['GraphQL', graphqlPath]]),
    ...(development && api.rest.openapi !== false ? [['API reference', referencePath]] : []),
    ...(development ? [['Content model', '/content-api/model.json']] : []),
  ]
  return paths.map(([name = '', path]) => `${`${name}:`.padEnd(15)}${url}${path}`)
}
