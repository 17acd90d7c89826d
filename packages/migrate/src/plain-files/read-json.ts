import type { Readable } from 'node:stream'
import { type ContentType, type Registry, isRecord } from '@content-api/model'
import { JSONParser, TokenType } from '@streamparser/json'
import { ImportError } from '@content-api/engine/errors'
import { findType, type PlainValues } from './plain-entry.js'

type ReadItem = PlainValues | ImportError

/** Yields the lines of a stream. */
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
export async function* readJsonLines(source: Readable, type: ContentType): AsyncGenerator<ReadItem> {
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

function entryOf(values: unknown, line: number, type: ContentType): ReadItem {
  if (isRecord(values)) return { line, type, values }
  return new ImportError(line, 'must be an object with the attributes of an entry.', { type: type.uid })
}

/**
 * Reads a JSON array of objects of one type, or a `db.json` of json-server: an object whose keys name types.
 * The value of a key is an array of entries, or the entry of a single type. Only the current object is in
 * memory.
 * @throws ImportError if the file isn't JSON
 */
export async function* readJson(
  source: Readable,
  type: ContentType | null,
  registry: Registry,
): AsyncGenerator<ReadItem> {
  const items: ReadItem[] = []
  const single = new SingleObject(items)
  const types = new Map<string, ContentType>()
  const position = new JsonPosition(type === null ? 2 : 1)
  const parser = new JSONParser({ paths: [type ? '$.*' : '$.*.*'], keepStack: false })
  parser.onToken = ({ token, value }) => {
    position.next(token, value)
    if (type !== null) {
      if (position.isFirst && token !== TokenType.LEFT_BRACKET) throw new ImportError(1, 'must be an array of objects.')
      return
    }
    if (position.isFirst && token !== TokenType.LEFT_BRACE) {
      throw new ImportError(1, 'must be an object of arrays by the names of types; an array needs --type.')
    }
    if (position.depth === 1 && token === TokenType.COLON) findTypeOf(position, types, items, registry)
    else if (position.isTopLevelValue && types.has(position.key)) {
      items.push(new ImportError(position.line, `the value of "${position.key}" must be an array or an object.`))
    }
  }
  parser.onValue = ({ value, key }) => {
    const at = type ?? types.get(position.key)
    if (!at) return
    if (typeof key === 'number') items.push(entryOf(value, position.began, at))
    else single.set(at, String(key), value, position.began)
  }
  try {
    for await (const text of readLines(source)) {
      position.line++
      parser.write(`${text}\n`)
      if (items.length > 0) yield* items.splice(0)
    }
    if (!parser.isEnded) throw new ImportError(position.line, 'is not JSON: the file ends too early.')
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(position.line, `is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  single.finish()
  yield* items
}

function findTypeOf(
  { key, line }: JsonPosition,
  types: Map<string, ContentType>,
  items: ReadItem[],
  registry: Registry,
): void {
  const match = findType(key, registry)
  if ('uid' in match) {
    types.set(key, match)
    return
  }
  const near = match.near === undefined ? '' : ` Did you mean "${match.near}"?`
  items.push(new ImportError(line, `there is no content type for the key "${key}".${near}`))
}

/** The position of the parser in the file. */
class JsonPosition {
  line = 0
  depth = 0
  /**
   * The line where the last value at the depth `listDepth` started: an object of a list, or a value of a
   * single type.
   */
  began = 1
  /** The current key of the outermost object. */
  key = ''
  isFirst = false
  /** True if the last token is the scalar value of a key of the outermost object. */
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

/** Collects the members of the objects of single types. */
class SingleObject {
  readonly #objects = new Map<ContentType, { line: number; values: Record<string, unknown> }>()

  constructor(private readonly items: ReadItem[]) {}

  set(type: ContentType, name: string, value: unknown, line: number): void {
    const object = this.#objects.get(type) ?? { line, values: Object.create(null) as Record<string, unknown> }
    this.#objects.set(type, object)
    object.values[name] = value
  }

  finish(): void {
    for (const [type, { line, values }] of this.#objects) this.items.push({ line, type, values })
  }
}
