import type { Config } from '@content-api/core/config/schema'
import { invalidQueryKey } from './named-attribute.js'

/** Returns a configuration with which every parser of queries reports filters that nest too deep as Strapi 5 does. */
export function withTooDeepFilters(config: Config): Config {
  const limits = { ...config.limits, tooDeep: (rest: string) => invalidQueryKey(rest, null, 'filters') }
  return { ...config, limits }
}
