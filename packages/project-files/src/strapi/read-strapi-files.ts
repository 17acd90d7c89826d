import type { Variables } from '@content-api/core/config/env-helper'
import { isRecord } from '@content-api/model'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ConfigMistake } from '@content-api/core/config/config-error'
import { type ModuleLoader, createModuleLoader } from '../project-modules.js'
import { unreadableFile } from '../unreadable-file.js'
import { strapiEnv } from './strapi-env.js'

/** The names of the files in `config/` that the server reads. */
export type StrapiFile = 'admin' | 'api' | 'database' | 'middlewares' | 'plugins' | 'server'

/** The value of one file of `config/`, merged with that of `config/env/<NODE_ENV>`. */
export interface ReadFile {
  /** The path relative to the project. */
  readonly file: string
  readonly value: unknown
}

export interface ReadStrapiFiles {
  readonly files: Readonly<Partial<Record<StrapiFile, ReadFile>>>
  /** The files that can't be read. Other files are not affected. */
  readonly mistakes: readonly (ConfigMistake & { readonly name: StrapiFile })[]
}

const extensions = ['js', 'ts', 'json']

/**
 * Reads files of `config/` as Strapi 4 does: JavaScript, TypeScript and JSON, values and functions of `{ env
 * }`.
 * @param variables the environment with the variables of `.env`
 */
export async function readStrapiFiles(
  project: string,
  names: readonly StrapiFile[],
  variables: Variables,
): Promise<ReadStrapiFiles> {
  const root = resolve(project)
  const files: Partial<Record<StrapiFile, ReadFile>> = {}
  const mistakes: (ConfigMistake & { name: StrapiFile })[] = []
  const env = strapiEnv(variables)
  let loading: Promise<ModuleLoader> | undefined
  const load = () => (loading ??= createModuleLoader(root, { '@strapi/utils': { env }, '@strapi/strapi': {} }))
  const read = async (file: string): Promise<unknown> => {
    if (file.endsWith('.json')) return JSON.parse(await readFile(join(root, file), 'utf8')) as unknown
    const value = await (await load()).load(join(root, file))
    return typeof value === 'function' ? ((await value({ env })) as unknown) : value
  }
  const environment = variables['NODE_ENV'] || 'development'
  for (const name of names) {
    const found = ['config', `config/env/${environment}`].flatMap((folder) => findFile(root, folder, name) ?? [])
    for (const file of found) {
      try {
        const value = await read(file)
        files[name] = name in files ? { file, value: mergedInto(files[name]?.value, value) } : { file, value }
      } catch (error) {
        mistakes.push({ name, ...unreadableFile(root, file, error, '') })
      }
    }
  }
  return { files, mistakes }
}

function findFile(project: string, folder: string, name: string): string | undefined {
  return extensions.map((extension) => `${folder}/${name}.${extension}`).find((file) => existsSync(join(project, file)))
}

/** Merges two values as Strapi does: objects key by key, lists item by item. `undefined` replaces nothing. */
export function mergedInto(base: unknown, override: unknown): unknown {
  if (override === undefined) return base
  if (Array.isArray(base) && Array.isArray(override)) {
    const rest = base.slice(override.length) as unknown[]
    return [...override.map((item: unknown, index) => mergedInto(base[index], item)), ...rest]
  }
  if (!isRecord(base) || !isRecord(override)) return override
  const merged: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(override)) merged[key] = mergedInto(merged[key], value)
  return merged
}
