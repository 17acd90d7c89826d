import { extname } from 'node:path'
import type { CodegenPlugin, PluginValidateFn } from '@graphql-codegen/plugin-helpers'
import type { GraphQLSchema } from 'graphql'
import { assertNoDrift } from './drift.js'
import { fromGraphQL } from './from-graphql.js'
import { withLocales } from './locales.js'
import { printContentModel } from './print.js'
import { type ModelSource, readContentModel } from './sources.js'

/** The configuration of {@link plugin}: a source of the content model, and whether to check instead of writing. */
export interface PluginConfig extends Omit<ModelSource, 'graphql'> {
  /** Fails instead of writing when the file would change. */
  readonly check?: boolean
}

/**
 * Returns the content types for `createClient` as TypeScript. Reads them from the configured project or
 * server, or else from the schema that graphql-codegen has loaded. Add `@content-api/sdk/codegen` to the
 * plugins of graphql-codegen.
 *
 * @example
 * ```ts
 * import type { CodegenConfig } from '@graphql-codegen/cli'
 *
 * export const config: CodegenConfig = {
 *   schema: 'https://cms.example.org/graphql',
 *   generates: { 'src/content-types.gen.ts': { plugins: ['@content-api/sdk/codegen'], config: { project: './cms' } } },
 * }
 * ```
 */
export const plugin: CodegenPlugin<PluginConfig>['plugin'] = async (
  schema: GraphQLSchema,
  _documents,
  config,
  info,
) => {
  const { check, project, server, token, locales } = config
  const model =
    project || server ? await readContentModel(config) : await withLocales(fromGraphQL(schema), locales, token)
  const text = printContentModel(model)
  if (check && info?.outputFile) await assertNoDrift(info.outputFile, text)
  return text
}

/**
 * Throws for a file name that doesn't end in `.ts`. graphql-codegen calls it before {@link plugin}.
 *
 * @example
 * ```ts
 * import { validate } from '@content-api/sdk/codegen'
 * import { buildSchema } from 'graphql'
 *
 * await validate(buildSchema('type Query { hello: String }'), [], {}, 'src/content-types.gen.ts', [])
 * ```
 */
export const validate: PluginValidateFn<PluginConfig> = (_schema, _documents, _config, outputFile) => {
  if (extname(outputFile) !== '.ts') {
    throw new Error(`@content-api/sdk/codegen writes TypeScript. Rename ${outputFile} so that it ends in .ts.`)
  }
}
