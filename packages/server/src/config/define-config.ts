import type { EnvHelper } from './env-helper.js'
import type { ConfigInput } from './schema.js'

/** What a configuration is made from, where it is a function. */
type MakeConfig = (tools: { readonly env: EnvHelper }) => ConfigInput | Promise<ConfigInput>

/** Gives `content-api.config.ts` its types: an object, or a function `({ env }) => object`. */
export function defineConfig<Given extends ConfigInput | MakeConfig>(config: Given): Given {
  return config
}
