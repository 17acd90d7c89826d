import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { loadConfig } from 'c12'
import { isRecord } from '../check/read.js'
import { type Configuration, UsageError } from './configuration.js'
import { parseConfiguration } from './parse-configuration.js'

/**
 * Reads `conformance.config.{ts,js,mjs,json}` of a folder, or the file that is named.
 * @throws UsageError when a named file is missing, and when a file does not load or is not valid
 */
export async function loadConfiguration(folder: string, file?: string): Promise<Configuration> {
  if (file !== undefined && !existsSync(resolve(folder, file))) {
    throw new UsageError(`There is no configuration file at ${resolve(folder, file)}.`)
  }
  try {
    const { config, layers, _configFile } = await loadConfig<Record<string, unknown>>({
      cwd: folder,
      name: 'conformance',
      ...(file === undefined ? {} : { configFile: file }),
      rcFile: false,
      packageJson: false,
      globalRc: false,
      giget: false,
    })
    // What is merged is always an object; what the file exports need not be one, and would be left out without a word.
    const exported: unknown = layers?.[0]?.config
    if (exported !== undefined && !isRecord(exported)) return parseConfiguration(exported, _configFile ?? '')
    return besides(parseConfiguration(config, _configFile ?? 'The configuration'), _configFile)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`The configuration does not load: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A configuration whose paths are as its file means them: beside itself. */
function besides(configuration: Configuration, file: string | undefined): Configuration {
  const { schema } = configuration.graphql
  if (schema === undefined || file === undefined) return configuration
  return { ...configuration, graphql: { ...configuration.graphql, schema: resolve(dirname(file), schema) } }
}
