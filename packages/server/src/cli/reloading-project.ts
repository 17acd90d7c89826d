import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { configFiles } from '@content-api/project-files/load-config'
import type { ContentApi } from '../content-api.js'

/** The folders and files of a project that decide about its service. */
const folders = ['src', 'config']
const files = ['.env', ...configFiles]

/** A service that is opened again when the files of its project have changed. It only serves `fetch`. */
export class ReloadingProject {
  readonly #folder: string
  readonly #open: () => Promise<ContentApi>
  #state = ''
  #api: ContentApi | null = null
  /** The last use, so that only one at a time opens the service. */
  #turn: Promise<unknown> = Promise.resolve()
  readonly #requests = new Set<Promise<unknown>>()

  /** @param open opens the service of the project in `folder` */
  constructor(folder: string, open: () => Promise<ContentApi>) {
    this.#folder = folder
    this.#open = open
  }

  /**
   * Returns the service of the current files.
   * @throws Error for a mistake in them; the next call opens the service again
   */
  current(): Promise<ContentApi> {
    const next = this.#turn.then(() => this.#openIfChanged())
    this.#turn = next.catch(() => undefined)
    return next
  }

  async fetch(request: Request): Promise<Response> {
    const api = await this.current()
    const response = api.fetch(request)
    this.#requests.add(response)
    return response.finally(() => this.#requests.delete(response))
  }

  async close(): Promise<void> {
    await this.#turn
    await this.#api?.close()
  }

  async #openIfChanged(): Promise<ContentApi> {
    // Read before the files are: a change in between opens the service once more.
    const state = await stateOf(this.#folder)
    if (this.#api && state === this.#state) return this.#api
    await Promise.allSettled(this.#requests)
    await this.#api?.close()
    this.#api = null
    this.#api = await this.#open()
    this.#state = state
    return this.#api
  }
}

/** Returns the names, sizes and times of all files of a project that decide about its service. */
async function stateOf(project: string): Promise<string> {
  const found = await Promise.all(
    folders.map((folder) => readdir(join(project, folder), { recursive: true, withFileTypes: true }).catch(() => [])),
  )
  const paths = found.flat().map(({ parentPath, name }) => join(parentPath, name))
  const states = await Promise.all(
    [...paths, ...files.map((name) => join(project, name))].map(async (path) => {
      const info = await stat(path).catch(() => null)
      return info?.isFile() ? `${path} ${info.size} ${info.mtimeMs}` : ''
    }),
  )
  return states.join('\n')
}
