import { resolve } from 'node:path'
import { loadConfig } from '@content-api/project-files/load-config'
import { sourcesOf } from '../http/model-document.js'
import { loadModel } from '@content-api/strapi-project/code/loading/load-model'
import { openApiDocument } from '@content-api/interfaces/openapi/document'
import { version } from '../own-package.js'
import { registerProject } from '@content-api/strapi-project/code/register-project'
import { projectExtension } from '@content-api/strapi-project/graphql/open-extension'
import { printSdl, standardSchemas } from '@content-api/interfaces/graphql/print-sdl'

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
