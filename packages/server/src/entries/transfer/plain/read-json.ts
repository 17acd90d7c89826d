import type { Readable } from 'node:stream'
import { type ContentType, type Registry, isRecord } from '@content-api/model'
import { JSONParser, TokenType } from '@streamparser/json'
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
  const types = new Map<string, ContentType>()
  const place = new JsonPlace(type === null ? 2 : 1)
  const parser = new JSONParser({ paths: [type ? '$.*' : '$.*.*'], keepStack: false })
  parser.onToken = ({ token, value }) => {
    place.next(token, value)
    if (type !== null) {
      if (place.isFirst && token !== TokenType.LEFT_BRACKET) throw new ImportError(1, 'must be an array of objects.')
      return
    }
    if (place.isFirst && token !== TokenType.LEFT_BRACE) {
      throw new ImportError(1, 'must be an object of arrays by the names of types; an array needs --type.')
    }
    if (place.depth === 1 && token === TokenType.COLON) findTypeOf(place, types, found, registry)
    else if (place.isTopLevelValue && types.has(place.key)) {
      found.push(new ImportError(place.line, `the value of "${place.key}" must be an array or an object.`))
    }
  }
  parser.onValue = ({ value, key }) => {
    const at = type ?? types.get(place.key)
    if (!at) return
    if (typeof key === 'number') found.push(entryOf(value, place.began, at))
    else single.set(at, String(key), value, place.began)
  }
  try {
    for await (const text of readLines(source)) {
      place.line++
      parser.write(`${text}\n`)
      if (found.length > 0) yield* found.splice(0)
    }
    if (!parser.isEnded) throw new ImportError(place.line, 'is not JSON: the file ends too early.')
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(place.line, `is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  single.finish()
  yield* found
}

function findTypeOf(
  { key, line }: JsonPlace,
  types: Map<string, ContentType>,
  found: Found[],
  registry: Registry,
): void {
  const match = findType(key, registry)
  if ('uid' in match) {
    types.set(key, match)
    return
  }
  const near = match.near === undefined ? '' : ` Did you mean "${match.near}"?`
  found.push(new ImportError(line, `there is no content type for the key "${key}".${near}`))
}

/** Where the parser is. */
class JsonPlace {
  line = 0
  depth = 0
  /** The line where the last object of a list, or the value at that depth, began. */
  began = 1
  /** Of the outermost object. */
  key = ''
  isFirst = false
  /** The token is the value of a key of the outermost object. */
  isTopLevelValue = false
  #begun = false
  #last: TokenType | undefined

  constructor(private readonly listDepth: number) {}

  next(token: TokenType, value: unknown): void {
    const opens = token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET
    const isValue = opens || token > TokenType.COMMA
    this.isFirst = !this.#begun
    this.#begun = true
    this.isTopLevelValue = this.depth === 1 && this.#last === TokenType.COLON && !opens
    if (this.depth === 1 && token === TokenType.STRING && this.#last !== TokenType.COLON) this.key = String(value)
    if (this.depth === this.listDepth && isValue) this.began = this.line
    if (opens) this.depth++
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.depth--
    this.#last = token
  }
}

/** Gathers the members of the object of a single type. */
class SingleObject {
  readonly #objects = new Map<ContentType, { line: number; values: Record<string, unknown> }>()

  constructor(private readonly found: Found[]) {}

  set(type: ContentType, name: string, value: unknown, line: number): void {
    const object = this.#objects.get(type) ?? { line, values: Object.create(null) as Record<string, unknown> }
    this.#objects.set(type, object)
    object.values[name] = value
  }

  finish(): void {
    for (const [type, { line, values }] of this.#objects) this.found.push({ line, type, values })
  }
}
