import { resolve } from 'node:path'
import { loadConfig } from '../config/load.js'
import { sourcesOf } from '../http/model-document.js'
import { loadModel } from '../strapi/code/loading/load-model.js'

export async function printModel({ project }: { readonly project: string }): Promise<void> {
  const folder = resolve(project)
  const { registry } = await loadModel(folder, await loadConfig({ project: folder }))
  process.stdout.write(`${JSON.stringify(sourcesOf(registry), null, 2)}\n`)
}
