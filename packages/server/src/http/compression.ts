import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Responses with fewer bytes fit into one or two packets without compression. */
const minimumBytes = 1_024

export type Encoding = 'br' | 'gzip'

/**
 * The encoders run outside of the event loop. They compress a response as a whole, so that `Content-Length`
 * is known.
 */
const encoders: Readonly<Record<Encoding, (body: Uint8Array) => Promise<Buffer>>> = {
  br: (body) => compressBrotli(body, { params: { ...brotli, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: promisify<Uint8Array, Buffer>(gzip),
}

const compressBrotli = promisify(brotliCompress)

/** This quality is as fast as gzip, with smaller results. The default quality takes a hundred times as long. */
const brotli = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 4,
}

/** The smaller encoding first. Browsers list it last, but accept all encodings equally. */
const preferred: readonly Encoding[] = ['br', 'gzip']

/** Returns the encoding for a body of this size, or null for no compression. */
export function encodingFor(bytes: number, accepts: (encoding: Encoding) => boolean): Encoding | null {
  if (bytes < minimumBytes) return null
  return preferred.find(accepts) ?? null
}

export function encode(body: string | Uint8Array, encoding: Encoding): Promise<Buffer> {
  return encoders[encoding](typeof body === 'string' ? Buffer.from(body) : body)
}
