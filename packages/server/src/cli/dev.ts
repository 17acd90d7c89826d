import { resolve } from 'node:path'
import { configFiles } from '@content-api/project-files/load-config'
import { filesOfDatabase } from '@content-api/engine/database'
import { mostConnections } from '@content-api/core/transport/connection-limit'
import { type Listening, listen, rejectPublicHost } from '@content-api/core/transport/listen'
import { surviveProjectCode } from '@content-api/strapi-project/code/loading/code-location'
import type { ContentApi } from '../content-api.js'
import { printAddresses } from './addresses.js'
import { onParentExit, onStop } from './on-stop.js'
import { askImport, offerImport } from './ask-import.js'
import { removeStaleReadyFile, writeReadyFile } from './ready-file.js'
import { reportError } from './report-error.js'
import { isDocumentProject } from '../project-generation.js'
import { openServed } from './open-served.js'
import type { ServeOptions } from './serve-options.js'
import type { RequestListener } from 'node:http'
import { watch } from 'chokidar'

/** Milliseconds after which the modules are loaded that the first requests don't need. */
const loadDelay = 500

/** Serves a project, and reloads it when its schemas, code or configuration change. No request is lost meanwhile. */
export async function dev(options: ServeOptions): Promise<void> {
  const project = resolve(options.project)
  await removeStaleReadyFile(options.readyFile)
  if (options.seed === undefined && !isDocumentProject(project)) await askImport(options)
  // Watches before anything is read, so that a change made while the project opens is reported afterwards.
  const seed = options.seed === undefined ? [] : [resolve(options.seed)]
  const watcher = await watchFiles(project, ['src', 'config', '.env', ...configFiles, ...seed])
  const open = () => openServed(options, { development: true })
  try {
    await serve(project, { open, watcher, options })
  } catch (error) {
    await watcher.close()
    throw error
  }
}

/** The number of ports that are tried after a taken one that was not chosen for this service. */
const mostNextPorts = 20

interface Serve {
  readonly open: () => Promise<ContentApi>
  readonly watcher: Watcher
  readonly options: ServeOptions
}

async function serve(project: string, { open: openApi, watcher, options }: Serve): Promise<void> {
  const serving = new Swappable(await openApi())
  surviveProjectCode(project, serving.current.logger)
  const { host, port } = serving.current.config
  const listening = await listenFor(serving).catch(async (error: unknown) => {
    await serving.close()
    throw error
  })
  if (port !== 0 && listening.port !== port) {
    console.log(`Port ${port} is taken, so this service uses ${listening.port}.`)
  }
  listening.attach(serving.current.projectServer)
  serving.current.startTasks()
  let removeReadyFile = () => Promise.resolve()
  const stop = onStop(async () => {
    await removeReadyFile()
    await watcher.close()
    await listening.close()
    await serving.close()
  })
  if (options.exitWithParent) onParentExit(() => stop('SIGTERM'))
  const token = serving.current.developmentToken
  const print = () => printAddresses(listening, serving.current)
  print()
  if (token !== null) {
    console.log(
      `Development token: ${token} (for the explorer; for API requests, create a token with "content-api token create")`,
    )
  }
  if (!isDocumentProject(project)) await offerImport(project, options.project, serving.current)
  if (options.readyFile !== undefined) {
    const info = { url: listening.url, pid: process.pid, ...(token !== null && { token }) }
    removeReadyFile = await writeReadyFile(options.readyFile, info).catch(async (error: unknown) => {
      await listening.close()
      await serving.close()
      throw error
    })
  }
  loadSoon(serving)
  watcher.follow(async (changed) => {
    console.log(`\n${changed} changed`)
    try {
      serving.swap(await openFor(host, openApi))
      listening.attach(serving.current.projectServer)
      print()
      loadSoon(serving)
    } catch (error) {
      reportError(error)
      console.log('The last version that worked is still being served. Fix the error and save the file to reload it.')
    }
  })
}

/** Loads the modules that requests would load. A reload in the meantime closes the service, which may fail this. */
function loadSoon(serving: Swappable): void {
  const load = async () => {
    const { current } = serving
    await current.loadModules().catch((error: unknown) => serving.current === current && reportError(error))
  }
  setTimeout(() => void load(), loadDelay).unref()
}

/** @throws Error if too few files may be open, or when the address can't be used */
async function listenFor({ listener, current }: Swappable): Promise<Listening> {
  const { config, logger, open, hasOwnPort } = current
  const { host, port, database } = config
  // While a project is reloaded, its database is open twice.
  const most = mostConnections(2 * filesOfDatabase(database), logger)
  const limit = most === undefined ? undefined : { most, logger }
  return listen(listener, { host, port, open, limit, nextPorts: hasOwnPort ? 0 : mostNextPorts })
}

/**
 * Opens the project again for the same host.
 * @throws Error when the new configuration allows every request and the host is reachable from other machines
 */
async function openFor(host: string, open: () => Promise<ContentApi>): Promise<ContentApi> {
  const api = await open()
  try {
    rejectPublicHost(host, api.open)
    return api
  } catch (error) {
    await api.close()
    throw error
  }
}

/** Serves one service at a time behind one listener. A replaced service finishes its requests before it is closed. */
class Swappable {
  #current: ContentApi
  readonly #open = new Map<ContentApi, number>()

  constructor(first: ContentApi) {
    this.#current = first
  }

  get current(): ContentApi {
    return this.#current
  }

  readonly listener: RequestListener = (request, response) => {
    const api = this.#current
    this.#open.set(api, (this.#open.get(api) ?? 0) + 1)
    response.once('close', () => {
      this.#open.set(api, (this.#open.get(api) ?? 1) - 1)
      if (api !== this.#current) this.#closeWhenDone(api)
    })
    api.projectServer.handle(request, response, api.app)
  }

  swap(next: ContentApi): void {
    const last = this.#current
    this.#current = next
    last.stopTasks()
    next.startTasks()
    this.#closeWhenDone(last)
  }

  close(): Promise<void> {
    return this.#current.close()
  }

  #closeWhenDone(api: ContentApi): void {
    if ((this.#open.get(api) ?? 0) > 0) return
    this.#open.delete(api)
    api.close().catch(reportError)
  }
}

interface Watcher {
  /**
   * Calls `changed` with the name of a changed file. Changes that come together cause one call, and calls
   * never overlap. Changes between `watchFiles` and this call cause one call too.
   */
  follow(changed: (file: string) => Promise<void>): void
  close(): Promise<void>
}

/** Milliseconds without further changes before a change is reported, because editors write a file in several steps. */
const quiet = 100

/**
 * Watches files and folders of a project. Resolves when the watcher is ready. All changes from then on are
 * reported.
 */
async function watchFiles(project: string, files: readonly string[]): Promise<Watcher> {
  const watcher = watch([...files], { cwd: project, ignoreInitial: true })
  let report: (() => void) | undefined
  let last: string | undefined
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(() => report?.(), quiet)
  }
  watcher.on('all', (_event, path) => {
    last = path
    schedule()
  })
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  return {
    follow(changed) {
      report = () => {
        const file = last
        last = undefined
        if (file !== undefined) running = running.then(() => changed(file))
      }
      if (last !== undefined) schedule()
    },
    async close() {
      clearTimeout(timer)
      report = undefined
      await watcher.close()
      await running
    },
  }
}
