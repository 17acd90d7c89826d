import { type ComponentFile, isRecord, kebabCase, type SchemaSources, standardAttributeNames } from '@content-api/model'
import { existsSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { ForwardReason } from '../forward-reason.js'
import { storedAttributes, type StoredTypes } from './stored-types.js'
import { codeReason, exportsOf, scopeOf, type SourceModule } from './source/source-module.js'
import { literalOf, notLiteral } from './source/literal.js'

/** Schemas that programs of a project return, such as `schema.js`. */
export interface ProgramSchemas {
  /** The content types as Strapi has stored them, with the files of the programs. */
  readonly changedTypes: NonNullable<SchemaSources['changedTypes']>
  readonly components: Readonly<Record<string, ComponentFile>>
  /** Why components are only known by name, by uid. */
  readonly unknown: ReadonlyMap<string, ForwardReason>
}

const typeProgram = /^src\/api\/([^/]+)\/content-types\/([^/]+)\/schema\.(?:js|ts)$/
const componentProgram = /^src\/components\/([^/]+)\/([^/]+\.(?:js|ts))$/

/**
 * Reads the schemas of content types and components that are programs, without running them. Strapi stores
 * the content types as it has them. It stores no components, so these are read if they are literals.
 */
export function programSchemas(
  project: string,
  modules: readonly SourceModule[],
  storedTypes: StoredTypes,
): ProgramSchemas {
  const changedTypes: Record<string, { readonly file: string; readonly schema: unknown }> = {}
  const components: Record<string, ComponentFile> = {}
  const unknown = new Map<string, ForwardReason>()
  for (const module of modules) {
    const { file } = module
    const { name, dir } = parse(file)
    if (existsSync(join(project, dir, `${name}.json`))) continue
    const [, api = '', type = ''] = typeProgram.exec(file) ?? []
    if (api !== '') {
      const uid = `api::${kebabCase(api)}.${kebabCase(type)}`
      const stored = storedTypes?.[uid]
      if (stored !== undefined) changedTypes[uid] = { file, schema: writtenSchema(stored) }
      continue
    }
    const [, category] = componentProgram.exec(file) ?? []
    if (category === undefined) continue
    const uid = `${category}.${name}`
    const schema = writtenComponent(module)
    if (schema === null) unknown.set(uid, codeReason(module, 1, "The component can't be read without running it."))
    components[uid] = schema ?? { collectionName: `components_${kebabCase(name).replaceAll('-', '_')}`, attributes: {} }
  }
  return { changedTypes, components, unknown }
}

/** Returns a stored type in the form of a schema file. */
export function writtenSchema(type: unknown): unknown {
  if (!isRecord(type)) return type
  const { kind, collectionName, info, options, pluginOptions } = type
  const attributes = Object.entries(storedAttributes(type)).filter(([name]) => !standardAttributeNames.has(name))
  const schema = { kind, collectionName, info, options, pluginOptions, attributes: Object.fromEntries(attributes) }
  // Leaves out what is undefined.
  return JSON.parse(JSON.stringify(schema)) as unknown
}

function writtenComponent(module: SourceModule): ComponentFile | null {
  const { main, named, isComplete } = exportsOf(module)
  const scope = scopeOf(module)
  if (!main || !scope || !isComplete || named.size > 0) return null
  const value = literalOf(main, scope)
  return value === notLiteral ? null : (value as ComponentFile)
}
