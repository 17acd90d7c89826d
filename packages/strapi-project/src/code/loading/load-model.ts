import type { Values } from '@content-api/engine/plan'
import {
  type LoadOptions,
  type Registry,
  loadProject,
  type SchemaSources,
  builtinContentTypes,
  isBuiltinType,
  isRecord,
} from '@content-api/model'
import type { Config } from '@content-api/core/config/schema'
import { provideGlobal, runWithoutHost } from '../host/current-host.js'
import { type LoadedPlugins, loadPluginTypes } from '../plugins/plugin-files.js'
import { messageOf } from '@content-api/core/errors/extension-error'
import { ProjectCode } from './project-code.js'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { accountPlugin, accountsPlugin } from '../plugins/account-plugin.js'
import { provideDotEnv } from '@content-api/project-files/dot-env'
import { type FoundPlugin, findPlugins, readRecord } from '@content-api/project-files/plugins'

/** The content types of a project and of its plugins, with the code that was loaded to find them. */
export interface ProjectModel {
  readonly registry: Registry
  readonly source: ProjectSource
}

export interface ProjectSource {
  readonly code: ProjectCode
  readonly found: readonly FoundPlugin[]
  readonly plugins: LoadedPlugins
  readonly extended: ExtendedTypes
}

/**
 * Loads the content types of a project and of its plugins, which define them in their code.
 * @throws ModelError with every mistake of the project's own schemas
 */
export async function loadModel(
  project: string,
  config: Pick<Config, 'api' | 'customFields'>,
  added: LoadOptions = {},
): Promise<ProjectModel> {
  const source = await loadSource(project)
  const { plugins, extended } = source
  const options = withConfig(config, added)
  const pluginTypes = { ...plugins.types, ...extended.added, ...options.pluginTypes }
  const hasTypes = Object.keys(pluginTypes).length > 0
  const isChanged = Object.keys(extended.changed).length > 0
  const registry = await loadProject(project, {
    ...options,
    ...(hasTypes && { pluginTypes }),
    ...(isChanged && { changedTypes: extended.changed }),
  })
  return { registry, source }
}

/** Returns the options for schemas that the configuration and a program set. */
export function withConfig<Options extends LoadOptions>(
  { api, customFields }: Pick<Config, 'api' | 'customFields'>,
  options: Options,
): Options {
  return {
    ...options,
    customFields: { ...customFields, ...options.customFields },
    privateAttributes: [...api.responses.privateAttributes, ...(options.privateAttributes ?? [])],
  }
}

/** Loads the code of a project as far as it defines content types. */
export async function loadSource(project: string): Promise<ProjectSource> {
  const code = new ProjectCode(project)
  const found = await findPlugins(project)
  if (code.exists || found.length > 0) provideGlobal()
  provideDotEnv(project)
  return runWithoutHost(async () => {
    const extended = await extendedTypes(project, code, (plugin) => found.some(({ name }) => name === plugin))
    return { code, found, plugins: await loadPluginTypes(found, code), extended }
  })
}

type ChangedTypes = NonNullable<SchemaSources['changedTypes']>
type AddedTypes = NonNullable<SchemaSources['pluginTypes']>

/** The content types that `src/extensions/<plugin>/strapi-server` of built-in plugins changes and adds. */
export interface ExtendedTypes {
  readonly changed: ChangedTypes
  /** The schemas of added types by uid. */
  readonly added: AddedTypes
  /** Hooks of content types, except those of users-permissions, whose extension runs again. */
  readonly hooks: readonly TypeHooks[]
  /** The files that change other parts of their plugin, too. */
  readonly partial: ReadonlySet<string>
  /** Why a file could not run before `strapi` is available, by file. */
  readonly failures: ReadonlyMap<string, unknown>
}

interface TypeHooks {
  readonly file: string
  readonly uid: string
  readonly hooks: unknown
}

/** Those of a program without a project. */
export const noTypes: ExtendedTypes = { changed: {}, added: {}, hooks: [], partial: new Set(), failures: new Map() }

/**
 * Runs the extensions of built-in plugins that name content types, because the tables need their changes
 * before `strapi` is available. The extension of users-permissions runs again later with all its parts.
 * @param isOwn whether a plugin belongs to the project. Its content types include its extension already
 */
export async function extendedTypes(
  project: string,
  source: Pick<ProjectCode, 'load' | 'pluginCode'>,
  isOwn: (plugin: string) => boolean,
): Promise<ExtendedTypes> {
  const changed: Record<string, ChangedTypes[string]> = {}
  const added: Record<string, AddedTypes[string]> = {}
  const hooks: TypeHooks[] = []
  const partial = new Set<string>()
  const failures = new Map<string, unknown>()
  for (const { plugin, file } of source.pluginCode()) {
    if (isOwn(plugin) || !namesTypes(dirname(file))) continue
    try {
      const { code } = await source.load(file)
      if (typeof code !== 'function') continue
      const extended = pluginObject(plugin, typesBefore(project, plugin), () => partial.add(file))
      const result: unknown = await code(extended)
      // As in Strapi 4, the result is the plugin, also if it is another object.
      const after = isRecord(result) ? result : extended
      if (after !== extended && Object.keys(after).some((part) => part !== 'contentTypes')) partial.add(file)
      const types = isRecord(after['contentTypes']) ? after['contentTypes'] : {}
      for (const change of changesOf(plugin, types, typesBefore(project, plugin))) {
        const { uid, schema, lifecycles } = change
        if (lifecycles !== undefined && plugin !== 'users-permissions') hooks.push({ file, uid, hooks: lifecycles })
        // What isn't a schema is reported later.
        if (!change.isChanged || !isRecord(schema)) continue
        if (isBuiltinType(uid)) changed[uid] = { file: relative(project, file), schema }
        else added[uid] = schema as unknown as AddedTypes[string]
      }
    } catch (error) {
      failures.set(file, error)
    }
  }
  return { changed, added, hooks, partial, failures }
}

/** Returns the content types of a built-in plugin with the schema files of the project, as an extension gets them. */
export function typesBefore(project: string, plugin: string): Record<string, unknown> {
  const prefix = `plugin::${plugin}.`
  const own = [...builtinContentTypes].filter(([uid]) => uid.startsWith(prefix))
  return Object.fromEntries(
    own.map(([uid, schema]) => {
      const name = uid.slice(prefix.length)
      const path = join(project, 'src', 'extensions', plugin, 'content-types', name, 'schema.json')
      // An invalid file is reported when it is loaded as a schema.
      return [name, { schema: { ...structuredClone(schema), ...readRecord(path) } }]
    }),
  )
}

interface TypeChange {
  readonly uid: string
  readonly schema: unknown
  readonly lifecycles: unknown
  readonly isChanged: boolean
}

/** Returns the content types of a plugin that differ from those before, and those with hooks. */
function changesOf(plugin: string, types: Values, before: Values): readonly TypeChange[] {
  return Object.entries(types).flatMap(([name, type]) => {
    if (!isRecord(type)) return []
    const { schema, lifecycles } = type
    const original = before[name]
    const isChanged = JSON.stringify(schema) !== JSON.stringify(isRecord(original) ? original['schema'] : undefined)
    return isChanged || lifecycles !== undefined
      ? [{ uid: `plugin::${plugin}.${name}`, schema, lifecycles, isChanged }]
      : []
  })
}

/** Returns whether code in a folder names content types. */
function namesTypes(folder: string): boolean {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[mc]?[jt]s$/.test(name))
    .some((name) => readFileSync(join(folder, name), 'utf8').includes('contentTypes'))
}

interface ExtendedPlugin extends Values {
  readonly contentTypes: Values
}

/**
 * Creates the object that an extension changes. Functions of the plugin aren't available yet.
 * @param onOther is called for access to parts of the plugin that don't exist here
 */
function pluginObject(plugin: string, contentTypes: Values, onOther: () => void): ExtendedPlugin {
  if (`plugin::${plugin}` === accountsPlugin) {
    const services = Object.fromEntries(['jwt', 'user', 'role'].map((name) => [name, {}]))
    return accountPlugin({ services, contentTypes, originalOf: () => async () => {} }).plugin
  }
  return new Proxy<ExtendedPlugin>(
    { contentTypes },
    {
      get(target, name) {
        // `await` reads `then`.
        if (name in target || name === 'then') return Reflect.get(target, name) as unknown
        onOther()
        return {}
      },
      set(target, name, value) {
        if (name !== 'contentTypes') onOther()
        return Reflect.set(target, name, value)
      },
    },
  )
}

type Warn = (file: string, message: string) => void

/** Warns of changes of a built-in plugin that have no effect. */
export function warnOfExtension(plugin: string, file: string, extended: ExtendedTypes, warn: Warn): void {
  const prefix = `plugin::${plugin}.`
  const types = [...Object.keys(extended.changed), ...Object.keys(extended.added)]
  const hasTypes =
    types.some((uid) => uid.startsWith(prefix)) || extended.hooks.some(({ uid }) => uid.startsWith(prefix))
  if (hasTypes && !extended.partial.has(file)) return
  const lost = hasTypes ? 'Of these changes, only those of content types have an effect here.' : noEffect(plugin)
  warn(file, `${lost} Use lifecycle hooks or routes of your own.${reasonOf(extended, file)}`)
}

const noEffect = (plugin: string) => `Changes of the plugin ${plugin} have no effect here.`

/**
 * Returns the hooks of content types that the extension of users-permissions adds. Warns of changed schemas
 * that were not known when the tables were created.
 * @param contentTypes those of the plugin after its extension
 */
export function accountTypeHooks(
  { project, file, extended, warn }: { project: string; file: string; extended: ExtendedTypes; warn: Warn },
  contentTypes: Readonly<Record<string, unknown>>,
): readonly TypeHooks[] {
  const plugin = 'users-permissions'
  return changesOf(plugin, contentTypes, typesBefore(project, plugin)).flatMap(({ uid, lifecycles, isChanged }) => {
    if (isChanged && !(uid in extended.changed) && !(uid in extended.added)) {
      const [, name = ''] = uid.split('.')
      const place = `src/extensions/${plugin}/content-types/${name}/schema.json`
      warn(file, `plugin.contentTypes.${name} has no effect here. Use ${place}.${reasonOf(extended, file)}`)
    }
    return lifecycles === undefined ? [] : [{ file, uid, hooks: lifecycles }]
  })
}

/** Content types are needed before `strapi` is available, so code that uses it can't change them. */
function reasonOf({ failures }: ExtendedTypes, file: string): string {
  if (!failures.has(file)) return ''
  const error = failures.get(file)
  const [message = ''] = messageOf(error).split('\n')
  return ` The file runs once before \`strapi\` is available, and fails: ${message}`
}
