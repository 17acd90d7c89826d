import { ApiError } from '@content-api/engine/errors'
import type { Handler } from '@content-api/core/composition/handler'
import type { HttpResponse } from '@content-api/core/message/message'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Milliseconds to wait for requests under way. */
const longestWait = 10_000

/** Prevents requests that may write from running at the same time as work that replaces all content. */
export class WriteGate {
  #writing = 0
  #onNone: (() => void) | undefined
  #closed: Promise<void> | undefined

  /** Lets requests that may write wait while such work runs. */
  readonly handler: Handler = (request, next) =>
    safeMethods.has(request.method) ? next(request) : this.#write(() => next(request))

  /**
   * Waits for the requests under way that may write, then runs `work` while new ones wait. Must not be called
   * concurrently.
   * @throws ApiError ServiceUnavailableError when a request takes too long
   */
  async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    let open: () => void = () => undefined
    this.#closed = new Promise((resolve) => (open = resolve))
    try {
      await this.#untilNone()
      return await work()
    } finally {
      this.#closed = undefined
      open()
    }
  }

  async #write(handle: () => Promise<HttpResponse | null>): Promise<HttpResponse | null> {
    while (this.#closed) await this.#closed
    this.#writing += 1
    try {
      return await handle()
    } finally {
      this.#writing -= 1
      if (this.#writing === 0) this.#onNone?.()
    }
  }

  #untilNone(): Promise<void> {
    if (this.#writing === 0) return Promise.resolve()
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#onNone = undefined
        reject(new ApiError('ServiceUnavailableError', stillWriting(this.#writing)))
      }, longestWait)
      this.#onNone = () => {
        clearTimeout(timer)
        this.#onNone = undefined
        resolve()
      }
    })
  }
}

const stillWriting = (count: number) =>
  `${count === 1 ? 'A request that writes is' : `${count} requests that write are`} still under way after ${longestWait / 1_000} seconds`
