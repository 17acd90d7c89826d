import { isRecord } from '@content-api/model'
import { relative, resolve } from 'node:path'
import { ExtensionError } from './extension-error.js'
import type { FoundRoute } from './found-route.js'
import { placeInProject } from './code-location.js'
import { type FoundPlugin, serverFile } from './find-plugins.js'
import type { LoadedFile } from './project-code.js'
import { type ProjectPlugin, projectPlugin } from './project-plugin.js'
import type { ExtensionHost } from './project-types.js'

type Values = Readonly<Record<string, unknown>>

export interface PluginScope {
  readonly project: string
  readonly strapi: ExtensionHost
  readonly load: (file: string) => Promise<LoadedFile>
  /** The files `src/extensions/<plugin>/strapi-server`, which change plugins. */
  readonly extensions: readonly { readonly plugin: string; readonly file: string }[]
  readonly warn: (file: string, message: string) => void
}

/** Plugins that change the interface in ways that this server doesn't support, each with what is lost. */
const withoutEffect: Readonly<Record<string, string>> = {
  'strapi-plugin-populate-deep': '`populate=deep` populates nothing',
  transformer: 'responses keep `data` and `attributes`',
}

/**
 * Loads the server code of plugins, and removes those that can't run here from the map. A plugin never stops
 * the start: its errors are warnings.
 */
export class PluginLoader {
  constructor(
    private readonly plugins: Map<string, ProjectPlugin>,
    private readonly scope: PluginScope,
  ) {}

  async load(found: readonly FoundPlugin[]): Promise<void> {
    const { scope } = this
    for (const { name, namedIn, folder, config } of found) {
      const loss = Object.hasOwn(withoutEffect, name) ? withoutEffect[name] : undefined
      if (loss !== undefined) {
        scope.warn(namedIn, `The plugin ${name} has no effect here: ${loss}.`)
        continue
      }
      if (folder === null) {
        scope.warn(namedIn, `The plugin ${name} isn't installed, so its routes and services are missing.`)
        continue
      }
      const file = serverFile(folder)
      if (file === null) continue
      await this.attempt(name, file, "can't be loaded", async () => {
        const { code } = await scope.load(file)
        const extended = await this.extended(name, code)
        const plugin = projectPlugin({ name, file, code: extended }, config, scope.strapi)
        this.plugins.set(name, plugin)
        if (plugin.contentTypes.length === 0) return
        const names = plugin.contentTypes.map((type) => `plugin::${name}.${type}`).join(', ')
        scope.warn(file, `The plugin ${name} has content types (${names}), which aren't stored here.`)
      })
    }
  }

  /** Runs `register` or `bootstrap` of each plugin. */
  async run(phase: 'register' | 'bootstrap'): Promise<void> {
    for (const plugin of this.plugins.values()) {
      const work = plugin[phase]
      if (work)
        await this.attempt(plugin.name, plugin.file, `fails in ${phase}`, () => work({ strapi: this.scope.strapi }))
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
    const { project, warn } = this.scope
    const place = placeInProject(resolve(project), error) ?? relative(resolve(project), file)
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    warn(place, `The plugin ${name} ${what}, so it is left out: ${message}`)
  }

  /** Returns the code of a plugin, changed by `src/extensions/<plugin>/strapi-server` if the project has it. */
  private async extended(name: string, code: unknown): Promise<unknown> {
    const { extensions, load, strapi } = this.scope
    const extension = extensions.find(({ plugin }) => plugin === name)
    if (!extension) return code
    const server: unknown = typeof code === 'function' ? code({ strapi }) : code
    const { code: change } = await load(extension.file)
    if (typeof change === 'function') return (await change(server)) as unknown
    return isRecord(server) && isRecord(change) ? { ...server, ...change } : server
  }
}
