import { resolve } from 'node:path'
import { loadProject } from '@content-api/model'
import { loadConfig } from '../config/load.js'
import { sourcesOf } from '../http/model-document.js'

export async function printModel({ project }: { readonly project: string }): Promise<void> {
  const folder = resolve(project)
  const registry = await loadProject(folder, await loadConfig({ project: folder }))
  process.stdout.write(`${JSON.stringify(sourcesOf(registry), null, 2)}\n`)
}
