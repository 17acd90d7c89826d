import { StrapiSourceError } from '../source.js'

/** The greatest number of bytes in a line. No real entry is larger. */
const longest = 32 * 2 ** 20

const newline = 10

/**
 * Yields the lines of a stream, several at a time, without empty lines.
 * @throws StrapiSourceError for a line that is too long
 */
export async function* readLines(stream: AsyncIterable<Buffer>, path: string): AsyncGenerator<string[]> {
  let rest: Buffer[] = []
  let waiting = 0
  for await (const chunk of stream) {
    const lines: string[] = []
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const part = chunk.subarray(from, at)
      const line = (rest.length === 0 ? part : Buffer.concat([...rest, part])).toString()
      if (line.trim() !== '') lines.push(line)
      rest = []
      waiting = 0
      from = at + 1
    }
    if (from < chunk.length) {
      rest.push(chunk.subarray(from))
      waiting += chunk.length - from
    }
    if (waiting > longest) throw tooLong(path)
    if (lines.length > 0) yield lines
  }
  const last = Buffer.concat(rest).toString()
  if (last.trim() !== '') yield [last]
}

/** Returns the whole content of a small file. */
export async function readText(stream: AsyncIterable<Buffer>, path: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size > longest) throw tooLong(path)
  }
  return Buffer.concat(chunks).toString()
}

const tooLong = (path: string) =>
  new StrapiSourceError(`"${path}" has a line of more than ${longest / 2 ** 20} MB: this is not an export of Strapi.`)

/** @throws StrapiSourceError with the name of the file */
export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text
    throw new StrapiSourceError(`"${path}" holds a line that is not JSON: ${JSON.stringify(shown)}`, { cause: error })
  }
}
