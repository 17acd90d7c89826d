import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { loadConfig } from 'c12'
import { isRecord } from '../check/read.js'
import { type Configuration, UsageError } from './configuration.js'
import { parseConfiguration } from './parse-configuration.js'
import { requireRegularFile } from './regular-file.js'

const usualFiles = ['ts', 'js', 'mjs', 'json'].map((extension) => `conformance.config.${extension}`)

/**
 * Reads `conformance.config.{ts,js,mjs,json}` of a folder, or the file that is named.
 * @throws UsageError when a named file is missing, and when a file does not load or is not valid
 */
export async function loadConfiguration(folder: string, file?: string): Promise<Configuration> {
  if (file !== undefined && !existsSync(resolve(folder, file))) {
    throw new UsageError(`There is no configuration file at ${resolve(folder, file)}.`)
  }
  for (const path of file === undefined ? usualFiles : [file]) requireRegularFile(resolve(folder, path))
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
  if (file === undefined) return configuration
  const { graphql, tls } = configuration
  const at = (path: string) => resolve(dirname(file), path)
  return {
    ...configuration,
    ...(graphql.schema === undefined ? {} : { graphql: { ...graphql, schema: at(graphql.schema) } }),
    ...(tls?.ca === undefined ? {} : { tls: { ...tls, ca: at(tls.ca) } }),
  }
}
