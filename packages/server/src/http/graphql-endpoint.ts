import { ConfigError } from '../config/config-error.js'
import type { Config } from '../config/schema.js'
import { segmentsBelow } from '../message/path.js'
import { servedPath } from '../upload/local-folder.js'
import { healthPaths } from './health.js'
import { iconPath } from './icon.js'
import { referencePath } from './reference-page.js'

/** Where something else answers, whatever the configuration says. */
const taken = [...healthPaths, iconPath, referencePath, '/openapi.json', '/content-api', servedPath]

/**
 * GraphQL can't be served where something else answers first, or would answer no more.
 * @throws ConfigError naming what is there
 */
export function checkEndpoint({ graphql, api }: Config): void {
  if (!graphql.enabled) return
  const { endpoint } = graphql.config
  const { prefix } = api.rest
  const other = [prefix, ...taken].find((path) => segmentsBelow(path, endpoint) !== null)
  const hidden = segmentsBelow(`${endpoint}/playground`, prefix) !== null
  if (other === undefined && !hidden) return
  const reason =
    other === undefined
      ? `has its playground where api.rest.prefix is (${prefix})`
      : `must not be at or below ${other}, where something else is served`
  const message = `${reason}, but is "${endpoint}". Choose another path, such as "/graphql".`
  throw new ConfigError([{ file: 'the configuration', path: 'graphql.config.endpoint', message }])
}
