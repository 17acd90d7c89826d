import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, inflate, unzip } from 'node:zlib'

/** A response of Strapi, with its decompressed body. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Copies a response while it passes. It keeps nothing of a response that is larger than `maximum` bytes. */
export class AnswerCopy {
  readonly #chunks: Buffer[] = []
  #bytes = 0

  constructor(
    readonly answer: IncomingMessage,
    readonly maximum: number,
  ) {
    if (Number(answer.headers['content-length'] ?? 0) > maximum) this.#bytes = Infinity
    else answer.on('data', (chunk: Buffer) => this.#add(chunk))
  }

  #add(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes <= this.maximum) this.#chunks.push(chunk)
    else this.#chunks.length = 0
  }

  /** Returns the copy; null if the response was too large, wasn't complete or can't be decompressed. */
  async read(): Promise<Answer | null> {
    const { statusCode = 0, headers, complete } = this.answer
    if (!complete || this.#bytes > this.maximum) return null
    try {
      const body = await decompress(Buffer.concat(this.#chunks), headers['content-encoding'], this.maximum)
      return { status: statusCode, headers, body }
    } catch {
      return null
    }
  }
}

type Decompress = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const decoders: Readonly<Record<string, Decompress>> = {
  gzip: promisify<Buffer, object, Buffer>(unzip),
  'x-gzip': promisify<Buffer, object, Buffer>(unzip),
  deflate: promisify<Buffer, object, Buffer>(inflate),
  br: promisify<Buffer, object, Buffer>(brotliDecompress),
}

async function decompress(body: Buffer, encoding: string | undefined, maximum: number): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity' || body.length === 0) return body
  const decode = decoders[encoding.toLowerCase()]
  if (!decode) throw new Error(`The encoding ${encoding} is not known.`)
  return decode(body, { maxOutputLength: maximum })
}
