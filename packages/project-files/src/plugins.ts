import type { Values } from '@content-api/engine/plan'
import { findInstalled, isRecord } from '@content-api/model'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { readStrapiFiles } from './strapi/read-strapi-files.js'

/** An enabled plugin of a Strapi 4 project. */
export interface FoundPlugin {
  readonly name: string
  /** The file that names the plugin, relative to the project. */
  readonly namedIn: string
  /** The npm package; null for a folder of the project. */
  readonly package: string | null
  /** The folder of the plugin, or null if it isn't there. */
  readonly folder: string | null
  /** The value of `config` in `config/plugins`. */
  readonly config: Readonly<Record<string, unknown>>
}

/** Plugins with a replacement in this server, and plugins that only change the admin panel. */
const replaced: readonly string[] = [
  'graphql',
  'users-permissions',
  'upload',
  'email',
  'i18n',
  'content-manager',
  'content-type-builder',
  'cloud',
  'review-workflows',
]

/**
 * Finds the enabled plugins as Strapi 4 does: those of `config/plugins`, and the installed dependencies whose
 * `package.json` has `strapi.kind: 'plugin'`.
 */
export async function findPlugins(project: string): Promise<readonly FoundPlugin[]> {
  const { files } = await readStrapiFiles(resolve(project), ['plugins'], process.env)
  return enabledPlugins(project, files.plugins ?? { file: 'config/plugins', value: {} })
}

/** Finds the enabled plugins. @param written the value of `config/plugins` with its file */
export function enabledPlugins(
  project: string,
  { file: namedIn, value }: { readonly file: string; readonly value: unknown },
): readonly FoundPlugin[] {
  const root = resolve(project)
  const declared = isRecord(value) ? value : {}
  const installed = installedPlugins(root)
  const names = [...new Set([...Object.keys(declared), ...installed.keys()])].filter((name) => !replaced.includes(name))
  return names.flatMap((name): FoundPlugin[] => {
    const entry = declared[name]
    const settings = isRecord(entry) ? entry : {}
    // An installed plugin is enabled unless its entry says otherwise. Others need `enabled: true`.
    const isEnabled = typeof entry === 'boolean' ? entry : (settings['enabled'] ?? installed.has(name))
    if (isEnabled !== true) return []
    const { resolve: place, config: own } = settings
    const config = isRecord(own) ? own : {}
    const isPlaced = typeof place === 'string'
    const folder = isPlaced ? folderAt(root, place) : (installed.get(name)?.folder ?? null)
    const from = isPlaced ? packageNamed(place) : (installed.get(name)?.package ?? null)
    const namedBy = Object.hasOwn(declared, name) ? namedIn : 'package.json'
    return [{ name, namedIn: namedBy, package: from, folder, config }]
  })
}

/** Returns the file with the server code of a plugin, or null if the plugin only changes the admin panel. */
export function serverFile(folder: string): string | null {
  const plain = ['strapi-server.js', 'strapi-server.ts'].map((name) => join(folder, name))
  return [...plain, ...exportedFiles(folder)].find((file) => existsSync(file)) ?? null
}

function exportedFiles(folder: string): string[] {
  const exports = descriptionOf(folder)?.['exports']
  const exported = isRecord(exports) ? exports['./strapi-server'] : undefined
  const conditions = isRecord(exported) ? [exported['require'], exported['import'], exported['default']] : [exported]
  return conditions.flatMap((file) => (typeof file === 'string' ? [join(folder, file)] : []))
}

const packageNamed = (place: string) => (/^(?:@[\w.-]+\/)?[\w-][\w.-]*$/.test(place) ? place : null)

/** Returns the packages and folders of the dependencies that are plugins, by the plugin's name. */
function installedPlugins(project: string): ReadonlyMap<string, { readonly package: string; readonly folder: string }> {
  const dependencies = descriptionOf(project)?.['dependencies']
  const found = new Map<string, { package: string; folder: string }>()
  for (const dependency of Object.keys(isRecord(dependencies) ? dependencies : {})) {
    const folder = findInstalled(project, dependency)
    const strapi = folder === null ? null : descriptionOf(folder)?.['strapi']
    if (folder === null || !isRecord(strapi) || strapi['kind'] !== 'plugin') continue
    const { name } = strapi
    found.set(typeof name === 'string' ? name : dependency, { package: dependency, folder })
  }
  return found
}

/** Returns the folder of a package or of a path in the project. */
function folderAt(project: string, place: string): string | null {
  try {
    return dirname(createRequire(join(project, 'package.json')).resolve(`${place}/package.json`))
  } catch {
    const folder = resolve(project, place)
    return existsSync(folder) && statSync(folder).isDirectory() ? folder : null
  }
}

const descriptionOf = (folder: string) => readRecord(join(folder, 'package.json'))

/** Returns the object in a JSON file; null for a missing or invalid file. */
export function readRecord(path: string): Values | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}
