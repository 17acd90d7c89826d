import { existsSync, readdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isRecord } from '../check/read.js'
import { type Configuration, UsageError } from './configuration.js'
import { parseConfiguration } from './parse-configuration.js'
import { requireRegularFile } from './regular-file.js'

const usualFiles = ['ts', 'js', 'mjs', 'json'].map((extension) => `conformance.config.${extension}`)

/**
 * Reads `conformance.config.{ts,js,mjs,json}` from a folder, or the named file.
 * @throws UsageError if a named file is missing, or a file can't be loaded or is not valid
 */
export async function loadConfiguration(folder: string, file?: string): Promise<Configuration> {
  if (file !== undefined && !existsSync(resolve(folder, file))) {
    throw new UsageError(`No configuration file found at ${resolve(folder, file)}.`)
  }
  for (const path of file === undefined ? usualFiles : [file]) requireRegularFile(resolve(folder, path))
  // Most folders have no configuration, and c12 is slow to load.
  if (file === undefined && !mayHaveConfiguration(folder)) return parseConfiguration({}, 'The configuration')
  try {
    const { loadConfig } = await import('c12')
    const { config, layers, _configFile } = await loadConfig<Record<string, unknown>>({
      cwd: folder,
      name: 'conformance',
      ...(file === undefined ? {} : { configFile: file }),
      rcFile: false,
      packageJson: false,
      globalRc: false,
      giget: false,
    })
    // `config` is always an object. If the file exports another value, c12 ignores that value, so it is checked here.
    const exported: unknown = layers?.[0]?.config
    if (exported !== undefined && !isRecord(exported)) return parseConfiguration(exported, _configFile ?? '')
    return besides(parseConfiguration(config, _configFile ?? 'The configuration'), _configFile)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`The configuration can't be loaded: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Returns whether a folder has a file that c12 would find, which is also one in its folder `.config`. */
function mayHaveConfiguration(folder: string): boolean {
  return readdirSync(folder).some((name) => name === '.config' || name.startsWith('conformance.config.'))
}

/** Resolves the paths of a configuration relative to its file. */
function besides(configuration: Configuration, file: string | undefined): Configuration {
  if (file === undefined) return configuration
  const { graphql, tls } = configuration
  const at = (path: string) => resolve(dirname(file), path)
  return {
    ...configuration,
    ...(graphql.schema === undefined ? {} : { graphql: { ...graphql, schema: at(graphql.schema) } }),
    ...(tls?.ca === undefined ? {} : { tls: { ...tls, ca: at(tls.ca) } }),
  }
}
