import type { Readable } from 'node:stream'

/** The lines of a stream, and how far it has been read; unlike readline it fails when the stream does. */
export async function* readLines(stream: Readable, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let rest = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    onBytes(bytes)
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest + decoder.decode()
}
