import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { isRecord } from '@content-api/model'
import { ConfigError } from '@content-api/core/config/config-error'
import { findProvider } from '../strapi/find-provider.js'
import { type NamedProvider, providerMistake } from '../strapi/missing-providers.js'
import type { LoadedConfig } from '@content-api/core/config/loaded-config'

/** What a provider needs of the service. */
export interface ProviderHome {
  /** The folder of the project; undefined without one. */
  readonly folder: string | undefined
  readonly loadedConfig: Pick<LoadedConfig, 'isChosen'>
  /** Loads a file in the languages and module systems of the project's code; null without a project. */
  readonly loadFile: ((file: string) => Promise<unknown>) | null
  /** Runs code of the project before there is a `strapi`, so that it doesn't get that of another service. */
  readonly runWithoutHost: <Result>(work: () => Result) => Result
}

/** The module of a provider. */
interface ProviderModule {
  init(...options: readonly unknown[]): unknown
}

/**
 * Loads a provider from the project, and returns the result of its `init`.
 * @returns null if the provider isn't installed
 * @throws ConfigError if its module can't be loaded or is no provider, or `init` fails
 */
export async function initProvider(
  home: ProviderHome,
  named: NamedProvider,
  options: readonly unknown[],
): Promise<Readonly<Record<string, unknown>> | null> {
  const { folder, loadFile, runWithoutHost } = home
  const file = folder === undefined ? null : findProvider(named.kind, named.name, folder)
  if (file === null) return null
  const loaded = await runWithoutHost(() => loadModule(file, loadFile)).catch((error: unknown) => {
    throw brokenProvider(home, named, `can't be loaded: ${reasonOf(error)}`)
  })
  const module = [loaded, isRecord(loaded) ? loaded['default'] : null].find(hasInit)
  if (!module) throw brokenProvider(home, named, 'exports no function "init", as a provider of Strapi does.')
  try {
    const provider = await runWithoutHost(() => module.init(...options))
    if (isRecord(provider)) return provider
  } catch (error) {
    throw brokenProvider(home, named, `fails to start: ${reasonOf(error)}`)
  }
  throw brokenProvider(home, named, 'returns no object from "init".')
}

const hasInit = (value: unknown): value is ProviderModule =>
  typeof (value as ProviderModule | null | undefined)?.init === 'function'

const reasonOf = (error: unknown) => (error instanceof Error ? error.message.split('\n')[0] : String(error))

/** Packages are CommonJS, as in Strapi 4. Providers of the project may have the languages of its other code. */
async function loadModule(file: string, loadFile: ProviderHome['loadFile']): Promise<unknown> {
  if (['.ts', '.mts', '.cts', '.mjs'].includes(extname(file)) && loadFile) return loadFile(file)
  try {
    return createRequire(file)(file) as unknown
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    if (loadFile && (error instanceof SyntaxError || code === 'ERR_REQUIRE_ESM')) return loadFile(file)
    throw error
  }
}

/** Returns an error about a provider that names the file and the key which configure it. */
export function brokenProvider(
  { loadedConfig }: Pick<ProviderHome, 'loadedConfig'>,
  named: NamedProvider,
  message: string,
): ConfigError {
  return new ConfigError([providerMistake(named, loadedConfig.isChosen, message)])
}
