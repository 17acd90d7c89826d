import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { TargetError } from './exchange.js'

/** Much more than any scenario requests. */
export const mostBytes = 8 * 1024 * 1024

/** Some gateways compress responses although the request doesn't accept compression. */
const decompressors = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const

/**
 * Reads a body to its end, decompressed, up to `mostBytes`, so that bodies of any length use limited memory.
 * @throws TargetError if it is longer, and the stream's error if it is incomplete or can't be decompressed
 */
export async function readText(body: Readable, encoding: string | undefined, of: string): Promise<string> {
  const create = decompressors[encoding as keyof typeof decompressors] as (typeof decompressors)['gzip'] | undefined
  // Small chunks, because the limit is checked between two of them.
  const decompressor = create?.({ chunkSize: 64 * 1024 })
  if (decompressor) body.on('error', (error) => decompressor.destroy(error))
  const source: Readable = decompressor ? body.pipe(decompressor) : body
  try {
    return await collect(source, of)
  } finally {
    source.destroy()
    body.destroy()
  }
}

/** Does the same as `readText` for the body of a Fetch API response, which is already decompressed. */
export const readResponse = async ({ body }: Response, of: string): Promise<string> =>
  body ? collect(chunksOf(body), of) : ''

async function* chunksOf(body: NonNullable<Response['body']>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function collect(source: AsyncIterable<Uint8Array>, of: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    length += chunk.length
    if (length > mostBytes)
      throw new TargetError(
        'too-long',
        `${of} returned more than ${mostBytes / 1024 / 1024} MB, the limit of the suite`,
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
