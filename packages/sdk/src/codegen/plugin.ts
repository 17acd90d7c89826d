import { extname } from 'node:path'
import type { CodegenPlugin } from '@graphql-codegen/plugin-helpers'
import type { GraphQLSchema } from 'graphql'
import { assertNoDrift } from './drift.js'
import { fromGraphQL } from './from-graphql.js'
import { printContentModel } from './print.js'
import { type ModelSource, readContentModel } from './sources.js'

export interface PluginConfig extends Omit<ModelSource, 'graphql'> {
  /** Fails instead of writing when the file would change. */
  readonly check?: boolean
}

/** The content types for `createClient`, from a project, a server, or else the schema that graphql-codegen has loaded. */
export const plugin: CodegenPlugin<PluginConfig>['plugin'] = async (
  schema: GraphQLSchema,
  _documents,
  config,
  info,
) => {
  const { check, project, server, token } = config
  const source = { ...(project ? { project } : {}), ...(server ? { server } : {}), ...(token ? { token } : {}) }
  const model = project || server ? await readContentModel(source) : fromGraphQL(schema)
  const text = printContentModel(model)
  if (check && info?.outputFile) await assertNoDrift(info.outputFile, text)
  return text
}

/** Refuses a file name under which the types couldn't be imported. */
export const validate: CodegenPlugin<PluginConfig>['validate'] = (_schema, _documents, _config, outputFile) => {
  if (extname(outputFile) !== '.ts')
    throw new Error(`@content-api/sdk/codegen writes TypeScript: name ${outputFile} *.ts.`)
}
