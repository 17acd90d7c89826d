import { resolve } from 'node:path'
import { loadProject } from '@content-api/model'
import { sourcesOf } from '../http/model-document.js'

export async function printModel({ project }: { readonly project: string }): Promise<void> {
  const registry = await loadProject(resolve(project))
  process.stdout.write(`${JSON.stringify(sourcesOf(registry), null, 2)}\n`)
}
