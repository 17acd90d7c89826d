import type { Types } from '@graphql-codegen/plugin-helpers'
import { type PluginConfig, plugin, validate } from './plugin.js'

/** The `presetConfig` of {@link preset}. */
export interface PresetConfig extends PluginConfig {
  /** The file of the content types in the output folder. Default `content-types.gen.ts`. */
  readonly contentTypes?: string
  /** Options of the client preset. */
  readonly client?: Readonly<Record<string, unknown>>
}

/** The types of GraphQL scalars in responses. The client preset's own default is `unknown`. */
const scalars = {
  DateTime: 'string',
  Date: 'string',
  Time: 'string',
  Long: 'number | string',
  JSON: 'unknown',
  I18NLocaleCode: 'string',
}

/** `verbatimModuleSyntax` requires type imports, and every other compiler setting accepts them. */
const typeImports = { useTypeImports: true }

/**
 * Generates one folder with typed documents, from the client preset, and content types, from {@link plugin}.
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
    const { contentTypes = 'content-types.gen.ts', client: clientOptions = {}, ...config } = options.presetConfig
    const client = await importClientPreset()
    const documentFiles = await client.buildGeneratesSection({
      ...options,
      presetConfig: clientOptions,
      config: {
        ...typeImports,
        ...options.config,
        scalars: { ...scalars, ...(options.config['scalars'] as object | undefined) },
      },
    })
    return [...documentFiles, contentTypesFile(options, contentTypes, config)]
  },
}

function contentTypesFile(
  { baseOutputDir, schema, schemaAst }: Types.PresetFnArgs<PresetConfig>,
  name: string,
  config: PluginConfig,
): Types.GenerateOptions {
  return {
    filename: `${baseOutputDir}${name}`,
    plugins: [{ contentApi: config }],
    pluginMap: { contentApi: { plugin, validate } },
    config,
    schema,
    ...(schemaAst ? { schemaAst } : {}),
    documents: [],
  }
}

async function importClientPreset(): Promise<Types.OutputPreset> {
  // A variable: for a literal, the compiler requires the package to be installed. Only this preset needs it.
  const name = '@graphql-codegen/client-preset'
  try {
    const { preset } = (await import(name)) as { preset: Types.OutputPreset }
    return preset
  } catch (cause) {
    throw new Error(`This preset needs ${name}: npm install --save-dev ${name}`, { cause })
  }
}
