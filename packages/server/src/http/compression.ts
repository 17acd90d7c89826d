import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Bytes below which an answer fits into a packet or two as it is. */
const worthwhile = 1_024

export type Encoding = 'br' | 'gzip'

/** Off the loop; each answer is one text, so that its compressed length is known and sent. */
const encoders: Readonly<Record<Encoding, (body: Uint8Array) => Promise<Buffer>>> = {
  br: (body) => compressBrotli(body, { params: { ...brotli, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: promisify<Uint8Array, Buffer>(gzip),
}

const compressBrotli = promisify(brotliCompress)

/** As quick as gzip, and smaller; the default would take a hundred times as long. */
const brotli = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 4,
}

/** The smaller one first: browsers name it last, though they take all alike. */
const preferred: readonly Encoding[] = ['br', 'gzip']

/** How a body of so many bytes is to be sent; null for as it is. */
export function encodingFor(bytes: number, accepts: (encoding: Encoding) => boolean): Encoding | null {
  if (bytes < worthwhile) return null
  return preferred.find(accepts) ?? null
}

export function encode(body: string | Uint8Array, encoding: Encoding): Promise<Buffer> {
  return encoders[encoding](typeof body === 'string' ? Buffer.from(body) : body)
}
