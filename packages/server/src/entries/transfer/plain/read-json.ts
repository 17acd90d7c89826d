import type { Readable } from 'node:stream'
import { type ContentType, type Registry, isRecord } from '@content-api/model'
import { JSONParser } from '@streamparser/json'
import { ImportError } from '../../../errors/import-error.js'
import { findType } from './find-type.js'
import type { PlainValues } from './plain-entry.js'

type Found = PlainValues | ImportError

/** The lines of a stream. */
export async function* readLines(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest + decoder.decode()
}

/** Reads a file with one object on each line. */
export async function* readJsonLines(source: Readable, type: ContentType): AsyncGenerator<Found> {
  let line = 0
  for await (const text of readLines(source)) {
    line++
    if (text.trim() === '') continue
    try {
      yield entryOf(JSON.parse(text), line, type)
    } catch (error) {
      yield new ImportError(line, `is not JSON: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

function entryOf(values: unknown, line: number, type: ContentType): Found {
  if (isRecord(values)) return { line, type, values }
  return new ImportError(line, 'must be an object with the attributes of an entry.', { type: type.uid })
}

/**
 * Reads a JSON array of objects of one type, or json-server's `db.json`: an object of arrays by the names of types, where a
 * single type has its object alone. Nothing but the object at hand is in memory.
 * @throws ImportError where the file is no JSON
 */
export async function* readJson(source: Readable, type: ContentType | null, registry: Registry): AsyncGenerator<Found> {
  const found: Found[] = []
  const single = new SingleObject(found)
  let line = 0
  /** The line where the last object ended. */
  let ended = 0
  const begin = () => {
    const first = ended > 0 && line > ended ? ended + 1 : Math.max(line, 1)
    ended = line
    return first
  }
  const types = new Map<string, ContentType | null>()
  const typeOf = (name: string): ContentType | null => {
    const known = types.get(name)
    if (known !== undefined) return known
    const match = findType(name, registry)
    const at = 'uid' in match ? match : null
    types.set(name, at)
    if (at === null) {
      const near = 'near' in match && match.near !== undefined ? ` Did you mean "${match.near}"?` : ''
      found.push(new ImportError(line, `there is no content type for the key "${name}".${near}`))
    }
    return at
  }
  const parser = new JSONParser({ paths: [type ? '$.*' : '$.*.*'], keepStack: false })
  parser.onValue = ({ value, key, stack }) => {
    const first = begin()
    if (type) {
      if (typeof key === 'number') found.push(entryOf(value, first, type))
      else throw new ImportError(1, 'must be an array of objects when --type is given.')
      return
    }
    const at = typeOf(String(stack[1]?.key))
    if (!at) return
    if (typeof key === 'number') found.push(entryOf(value, first, at))
    else single.set(at, String(key), value, first)
  }
  try {
    for await (const text of readLines(source)) {
      line++
      parser.write(`${text}\n`)
      if (found.length > 0) yield* found.splice(0)
    }
    if (!parser.isEnded) throw new ImportError(line, 'is not JSON: the file ends too early.')
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(line, `is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  single.finish()
  yield* found
}

/** Gathers the members of the object of a single type. */
class SingleObject {
  readonly #objects = new Map<ContentType, { line: number; values: Record<string, unknown> }>()

  constructor(private readonly found: Found[]) {}

  set(type: ContentType, name: string, value: unknown, line: number): void {
    const object = this.#objects.get(type) ?? { line, values: {} }
    this.#objects.set(type, object)
    object.values[name] = value
  }

  finish(): void {
    for (const [type, { line, values }] of this.#objects) this.found.push({ line, type, values })
  }
}
