import { resolve } from 'node:path'
import { loadConfig } from '../config/load.js'
import { projectExtension } from '../strapi/graphql/open-extension.js'
import { loadModel } from '../strapi/code/loading/load-model.js'
import { registerProject } from '../strapi/code/register-project.js'
import { printSdl, standardSchemas } from '../graphql/print-sdl.js'

/** Prints the GraphQL schema of a project's model and extensions. Needs no database. */
export async function printGraphqlSchema(options: { readonly project: string }): Promise<void> {
  const project = resolve(options.project)
  const config = await loadConfig({ project })
  const { registry, source } = await loadModel(project, config)
  const code = await registerProject({ project, source, registry, config })
  const extension = await projectExtension({ folder: project, project: code, registry, config }).open(standardSchemas)
  process.stdout.write(`${printSdl(registry, extension)}\n`)
}
