import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'

/** The greatest number of images that are remembered. */
const most = 1_000

/**
 * Remembers the images for which the process was killed in all attempts of a request. The system kills the
 * process because of the image, or because other programs need the memory. A second request shows which.
 */
export class KilledImages {
  readonly #digests = new LRUCache<string, true>({ max: most })

  /** Adds an image, and returns whether it was included already. */
  async includeAgain(path: string): Promise<boolean> {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    const digest = hash.digest('base64')
    const isKnown = this.#digests.has(digest)
    this.#digests.set(digest, true)
    return isKnown
  }
}
