import { resolve } from 'node:path'
import { loadConfig } from '../project-files/load-config.js'
import { sourcesOf } from '../http/model-document.js'
import { loadModel } from '../strapi/code/loading/load-model.js'
import { openApiDocument } from '../openapi/document.js'
import { version } from '../own-package.js'
import { registerProject } from '../strapi/code/register-project.js'
import { projectExtension } from '../strapi/graphql/open-extension.js'
import { printSdl, standardSchemas } from '../graphql/print-sdl.js'

export async function printModel({ project }: { readonly project: string }): Promise<void> {
  const folder = resolve(project)
  const { registry } = await loadModel(folder, await loadConfig({ project: folder }))
  process.stdout.write(`${JSON.stringify(sourcesOf(registry), null, 2)}\n`)
}

/** Prints the OpenAPI document of a project. Needs no database. */
export async function printOpenApi(options: { readonly project: string }): Promise<void> {
  const folder = resolve(options.project)
  const config = await loadConfig({ project: folder, overrides: {} })
  const { registry, source } = await loadModel(folder, config)
  const project = await registerProject({ project: folder, source, registry, config })
  process.stdout.write(`${JSON.stringify(openApiDocument(registry, config, { version, project }), null, 2)}\n`)
}

/** Prints the GraphQL schema of a project's model and extensions. Needs no database. */
export async function printGraphqlSchema(options: { readonly project: string }): Promise<void> {
  const project = resolve(options.project)
  const config = await loadConfig({ project })
  const { registry, source } = await loadModel(project, config)
  const code = await registerProject({ project, source, registry, config })
  const extension = await projectExtension({ folder: project, project: code, registry, config }).open(standardSchemas)
  process.stdout.write(`${printSdl(registry, extension)}\n`)
}
