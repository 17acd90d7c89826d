import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type * as Model from '@content-api/model'
import type { Registry, SchemaSources } from '@content-api/model'

const server = '@content-api/server'
/** Bytes of a content model. */
const mostBytes = 100_000_000

interface LoadedProject {
  readonly registry: Registry
  /** What the schema files don't show: lines for the generated file. */
  readonly notes: readonly string[]
}

/**
 * Loads the content types of a project. Code of plugins and extensions may define some of them. Then the
 * server that the project has installed reads them, because it can run this code.
 */
export async function loadProjectRegistry(
  project: string,
  { loadProject, createRegistry }: Pick<typeof Model, 'createRegistry' | 'loadProject'>,
): Promise<LoadedProject> {
  const registry = await loadProject(project)
  const missing = missingTypes(registry)
  if (missing.length === 0 && !extensionsNameTypes(project)) return { registry, notes: [] }
  const command = serverCommand(project)
  if (command !== null) return { registry: createRegistry(await printedModel(command, project)), notes: [] }
  const note = `Without ${server} in the project, relations to these content types of plugins are missing: `
  return { registry, notes: missing.length === 0 ? [] : [`${note}${missing.join(', ')}.`] }
}

/** Returns the uids of content types that relations name and that no file defines. */
function missingTypes({ warnings }: Registry): readonly string[] {
  const found = warnings.flatMap(({ path, message }) =>
    path.endsWith('.target') ? (/"(plugin::[^"]+)"/.exec(message)?.[1] ?? []) : [],
  )
  return [...new Set(found)].toSorted()
}

/** Returns whether code in `src/extensions` may change content types. */
function extensionsNameTypes(project: string): boolean {
  const folder = join(project, 'src', 'extensions')
  if (!existsSync(folder)) return false
  return readdirSync(folder).some((plugin) =>
    ['js', 'ts'].some((extension) => {
      const file = join(folder, plugin, `strapi-server.${extension}`)
      return existsSync(file) && readFileSync(file, 'utf8').includes('contentTypes')
    }),
  )
}

/** Returns the file of the command `content-api` that a project has installed; null without one. */
function serverCommand(project: string): string | null {
  for (let folder = resolve(project); ; folder = dirname(folder)) {
    const manifest = join(folder, 'node_modules', server, 'package.json')
    if (existsSync(manifest)) {
      const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin?: Readonly<Record<string, string>> }
      const path = bin?.['content-api']
      return path === undefined ? null : join(dirname(manifest), path)
    }
    if (folder === dirname(folder)) return null
  }
}

async function printedModel(command: string, project: string): Promise<SchemaSources> {
  const input = [command, 'model', '--project', project]
  try {
    const { stdout } = await promisify(execFile)(process.execPath, input, { maxBuffer: mostBytes })
    return JSON.parse(stdout) as SchemaSources
  } catch (cause) {
    const reason = (cause as { readonly stderr?: string }).stderr ?? String(cause)
    throw new Error(`"content-api model" of ${project} fails: ${reason.trim()}`, { cause })
  }
}
