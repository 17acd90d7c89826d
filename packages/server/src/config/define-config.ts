import type { ConfigInput } from './schema.js'

/** Gives `content-api.config.ts` its types. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config
}
