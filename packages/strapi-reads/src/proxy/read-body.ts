import type { IncomingMessage } from 'node:http'

export interface ReadBody {
  readonly bytes: Buffer
  /** Whether more of the body follows in the message. */
  readonly isPartial: boolean
}

/**
 * Reads a body to its end, or until it is larger than a number of bytes. The rest can be piped then.
 * @throws the error of the connection
 */
export async function readBody(message: IncomingMessage, maximum: number): Promise<ReadBody> {
  const chunks: Buffer[] = []
  let length = 0
  // Not by iteration, which destroys a message that it doesn't read to its end.
  const isPartial = await new Promise<boolean>((resolve, reject) => {
    const settle = (isLarger: boolean) => {
      message.off('data', add).off('end', end).off('error', reject).off('close', fail)
      resolve(isLarger)
    }
    const add = (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= maximum) return
      message.pause()
      settle(true)
    }
    const end = () => settle(false)
    const fail = () => reject(new Error('The client closed its connection'))
    message.on('data', add).once('end', end).once('error', reject).once('close', fail)
  })
  return { bytes: Buffer.concat(chunks), isPartial }
}
