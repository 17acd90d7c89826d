import type { Types } from '@graphql-codegen/plugin-helpers'
import { type PluginConfig, plugin, validate } from './plugin.js'

/** The `presetConfig` of {@link preset}. */
export interface PresetConfig extends PluginConfig {
  /** The file of the content types in the output folder. Default `content-types.gen.ts`. */
  readonly contentTypes?: string
  /** Options of the client preset. */
  readonly client?: Readonly<Record<string, unknown>>
}

/** The types of the service's scalars in responses. The client preset's own default is `unknown`. */
const scalars = {
  DateTime: 'string',
  Date: 'string',
  Time: 'string',
  Long: 'number | string',
  JSON: 'unknown',
  I18NLocaleCode: 'string',
}

/** As compilers want it that look at one file at a time (`verbatimModuleSyntax`); right for all others too. */
const imports = { useTypeImports: true }

/**
 * Writes typed documents, by the client preset, and content types, by this package's plugin, into one folder.
 *
 * @example
 * ```ts
 * import { preset } from '@content-api/sdk/codegen'
 * import type { CodegenConfig } from '@graphql-codegen/cli'
 *
 * export const config: CodegenConfig = {
 *   schema: 'https://cms.example.org/graphql',
 *   documents: 'src/documents.ts',
 *   generates: { 'src/content/': { preset, presetConfig: { project: './cms' } } },
 * }
 * ```
 */
export const preset: Types.OutputPreset<PresetConfig> = {
  async prepareDocuments(outputFilePath, documents) {
    const client = await importClientPreset()
    return client.prepareDocuments?.(outputFilePath, documents) ?? documents
  },
  async buildGeneratesSection(options) {
    const { contentTypes = 'content-types.gen.ts', client: presetConfig = {}, ...config } = options.presetConfig
    const client = await importClientPreset()
    const documents = await client.buildGeneratesSection({
      ...options,
      presetConfig,
      config: {
        ...imports,
        ...options.config,
        scalars: { ...scalars, ...(options.config['scalars'] as object | undefined) },
      },
    })
    return [
      ...documents,
      {
        filename: `${options.baseOutputDir}${contentTypes}`,
        plugins: [{ contentApi: config }],
        pluginMap: { contentApi: { plugin, validate } },
        config,
        schema: options.schema,
        ...(options.schemaAst ? { schemaAst: options.schemaAst } : {}),
        documents: [],
      } as Types.GenerateOptions,
    ]
  },
}

async function importClientPreset(): Promise<Types.OutputPreset> {
  // Named by a variable, because it need not be installed where only the plugin is used.
  const name = '@graphql-codegen/client-preset'
  try {
    const { preset } = (await import(name)) as { preset: Types.OutputPreset }
    return preset
  } catch (cause) {
    throw new Error(`This preset needs ${name}: npm install --save-dev ${name}`, { cause })
  }
}
