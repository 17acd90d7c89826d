import type { Values } from '@content-api/engine/plan'
import { isRecord } from '@content-api/model'
import { optionalPlugins } from '@content-api/project-files/strapi/optional-plugins'
import { relative, resolve } from 'node:path'
import { ExtensionError, messageOf } from '@content-api/core/errors/extension-error'
import type { FoundRoute } from '../routes/core-routes.js'
import { placeInProject } from '../loading/code-location.js'
import { contentTypesIn, loadPluginServer } from './plugin-files.js'
import type { ProjectSource } from '../loading/load-model.js'
import { type PluginScope, type ProjectPlugin, projectPlugin } from './project-plugin.js'
import type { ExtensionHost, ExtensionInput } from '../project-types.js'
import { type FoundPlugin, serverFile } from '@content-api/project-files/plugins'

export interface PluginLoading extends PluginScope {
  readonly project: string
  readonly strapi: ExtensionHost
  readonly source: ProjectSource
  /** The GraphQL extensions so far. */
  readonly extensions: ExtensionInput[]
  /** Adds the lifecycle hooks of a content type. */
  readonly addHooks: (file: string, uid: string, hooks: unknown) => void
  readonly warn: (file: string, message: string) => void
}

/** Returns whether an option of the configuration does what the code of a plugin does in Strapi. */
const isOption = (name: string) => Object.hasOwn(optionalPlugins, name)

/**
 * Loads the server code of plugins, and removes those that can't run here from the map. A plugin never stops
 * the start: its errors are warnings.
 */
export class PluginLoader {
  constructor(
    private readonly plugins: Map<string, ProjectPlugin>,
    private readonly scope: PluginLoading,
  ) {}

  async load(): Promise<void> {
    const { scope } = this
    for (const { name, namedIn, folder, ...found } of scope.source.found) {
      if (folder === null) {
        if (isOption(name)) continue
        scope.warn(namedIn, `The plugin ${name} isn't installed, so its routes and services are missing.`)
        continue
      }
      const file = serverFile(folder)
      if (file !== null) await this.loadServer(file, { name, namedIn, folder, ...found })
    }
  }

  private async loadServer(file: string, found: FoundPlugin): Promise<void> {
    const { source, strapi, ...scope } = this.scope
    const { name, config } = found
    await this.attempt(name, file, "can't be loaded", async () => {
      const server = source.plugins.servers.get(name) ?? (await loadPluginServer(found, source.code, strapi))
      if (server === null) return
      const plugin = projectPlugin({ ...server, name }, config, { ...scope, strapi })
      // Project code may call the services of such a plugin.
      this.plugins.set(name, isOption(name) ? { ...plugin, register: null, bootstrap: null } : plugin)
      for (const [type, { lifecycles }] of Object.entries(contentTypesIn(server.code))) {
        const uid = `plugin::${name}.${type}`
        if (!scope.registry.contentTypes.has(uid)) {
          scope.warn(file, `The content type ${uid} isn't stored here. The warnings about schemas say why.`)
        } else if (lifecycles !== undefined) {
          scope.addHooks(file, uid, lifecycles)
        }
      }
    })
  }

  /** Runs `register` or `bootstrap` of each plugin. */
  async run(phase: 'register' | 'bootstrap'): Promise<void> {
    for (const plugin of this.plugins.values()) {
      const work = plugin[phase]
      if (!work) continue
      const { extensions, strapi } = this.scope
      const before = extensions.length
      await this.attempt(plugin.name, plugin.file, `fails in ${phase}`, () => work({ strapi }))
      for (const [index, added] of extensions.slice(before).entries()) {
        extensions[before + index] = this.optional(plugin, added)
      }
    }
  }

  /** Returns a GraphQL extension that is empty if it fails. */
  private optional({ name, file }: ProjectPlugin, extension: ExtensionInput): ExtensionInput {
    return async (tools) => {
      try {
        return typeof extension === 'function' ? await extension(tools) : extension
      } catch (error) {
        this.warn(file, `The GraphQL extension of the plugin ${name} fails, so it is left out`, error)
        return {}
      }
    }
  }

  /** Returns the controllers of all plugins by uid. A plugin whose controller fails is left out. */
  controllers(): readonly (readonly [uid: string, methods: Values])[] {
    return [...this.plugins.values()].flatMap(({ name, file, controllers }) => {
      try {
        return Object.entries(controllers).map(([part, methods]) => {
          if (isRecord(methods)) return [`plugin::${name}.${part}`, methods] as const
          throw new ExtensionError(`The controller ${part} must be an object of functions.`)
        })
      } catch (error) {
        this.leaveOut(name, file, "can't create its controllers", error)
        return []
      }
    })
  }

  /**
   * Returns the routes of all plugins. A plugin with an invalid route is left out.
   * @param check rejects an invalid route
   */
  async routes(check: (route: FoundRoute) => Promise<unknown>): Promise<FoundRoute[]> {
    const found: FoundRoute[] = []
    for (const { name, file, routes } of this.plugins.values()) {
      const isValid = await this.attempt(name, file, 'has a route that is not valid', async () => {
        for (const route of routes) await check(route)
      })
      if (isValid) found.push(...routes)
    }
    return found
  }

  /** Runs code of a plugin. If it fails, the plugin is left out. */
  private async attempt(name: string, file: string, what: string, work: () => unknown): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      this.leaveOut(name, file, what, error)
      return false
    }
  }

  private leaveOut(name: string, file: string, what: string, error: unknown): void {
    this.plugins.delete(name)
    if (isOption(name)) return
    this.warn(file, `The plugin ${name} ${what}, so it is left out`, error)
  }

  private warn(file: string, what: string, error: unknown): void {
    const { project, warn } = this.scope
    const place = placeInProject(resolve(project), error) ?? relative(resolve(project), file)
    const [message = ''] = messageOf(error).split('\n')
    warn(place, `${what}: ${message}`)
  }
}
