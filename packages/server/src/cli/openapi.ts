import { resolve } from 'node:path'
import { loadConfig } from '../config/load.js'
import { openApiOf } from '../http/openapi.js'
import { loadModel } from '../strapi/code/loading/load-model.js'
import { registerProject } from '../strapi/code/register-project.js'

/** Prints the OpenAPI document of a project. Needs no database. */
export async function printOpenApi({ project }: { readonly project: string }): Promise<void> {
  const folder = resolve(project)
  const config = await loadConfig({ project: folder, overrides: {} })
  const { registry, source } = await loadModel(folder, config)
  const { routes, removedActions: removed } = await registerProject({
    project: folder,
    source,
    registry,
    config,
  })
  process.stdout.write(`${JSON.stringify(openApiOf(registry, config, { routes, removed }), null, 2)}\n`)
}
