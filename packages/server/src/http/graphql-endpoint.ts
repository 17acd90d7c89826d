import { ConfigError } from '../config/config-error.js'
import type { Config } from '../config/schema.js'
import { segmentsBelow } from '../message/path.js'
import { servedPath } from '../uploads/local-folder.js'
import { healthPaths } from './health.js'
import { iconPath } from './public-files.js'
import { referencePath } from './reference-page.js'

/** Paths that the service reserves for something else in every configuration. */
const reservedPaths = [...healthPaths, iconPath, referencePath, '/openapi.json', '/content-api', servedPath]

/**
 * Checks that the GraphQL endpoint and its playground have paths of their own.
 * @throws ConfigError that names the path in conflict
 */
export function checkEndpoint({ graphql, api }: Config): void {
  if (!graphql.enabled) return
  const { endpoint } = graphql.config
  const { prefix } = api.rest
  const other = [prefix, ...reservedPaths].find((path) => segmentsBelow(path, endpoint) !== null)
  const hidden = segmentsBelow(`${endpoint}/playground`, prefix) !== null
  if (other === undefined && !hidden) return
  const reason =
    other === undefined
      ? `must not have its playground at api.rest.prefix (${prefix})`
      : `must not be at or below ${other}, where something else is served`
  const message = `${reason}, but is "${endpoint}". Choose another path, such as "/graphql".`
  throw new ConfigError([{ file: 'the configuration', path: 'graphql.config.endpoint', message }])
}
