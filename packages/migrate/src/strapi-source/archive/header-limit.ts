import { Transform, type TransformCallback } from 'node:stream'
import { StrapiSourceError } from '../source.js'

/** Bytes from the content of one file to the next file: padding, headers, and what the streams hold back. */
const longestHeaders = 4 * 2 ** 20

/** Passes a tar archive on unless it has very long headers, which `tar-stream` reads into memory. */
export class HeaderLimit extends Transform {
  #passed = 0
  #allowed = longestHeaders

  /** Call it for each file in the archive before its content is read. */
  admit(size: number): void {
    this.#allowed = this.#passed + (size > 0 ? size : 0) + longestHeaders
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#passed += chunk.length
    if (this.#passed <= this.#allowed) return done(null, chunk)
    const limit = longestHeaders / 2 ** 20
    done(new StrapiSourceError(`The archive has headers of more than ${limit} MB: this is not an export of Strapi.`))
  }
}
