import type { RequestListener } from 'node:http'
import type { ContentApi } from '../server.js'
import { reportError } from './report-error.js'

/** Serves one service at a time behind one listener. A replaced service finishes its requests before it is closed. */
export class Swappable {
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
