import { isDeepStrictEqual } from 'node:util'
import { type Attribute, isRecord, isScalar, type Registry, type Schema } from '@content-api/model'
import type { KnownIds } from './known-ids.js'
import type { Operation } from './operation.js'

export interface ComparedResponse {
  readonly status: number
  readonly body: unknown
}

const times: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'publishedAt'])

/** A message names rows by their ids, which differ. */
const rowIds = /\bid "?\d+"?/g

/** Positions in messages have ids of rows, and a locale in Strapi. */
const places = /at position \{[^}]*\}/g

const fileType = 'plugin::upload.file'

/** Compares responses of two servers, and matches the ids of documents and rows in them. */
export class ResponseComparison {
  constructor(
    readonly registry: Registry,
    readonly ids: KnownIds,
    /** Whether a database may return the entries of lists in any order. */
    readonly isUnordered: boolean,
  ) {}

  /** Returns the differences, with the path of each. Requests that fail in Strapi are errors of the client here. */
  differences({ uid }: Operation, theirs: ComparedResponse, ours: ComparedResponse): readonly string[] {
    if (theirs.status === 500 && ours.status >= 400 && ours.status < 500) return []
    if (theirs.status !== ours.status) {
      return [`status ${theirs.status}, here ${ours.status}: ${short(theirs.body)}, here ${short(ours.body)}`]
    }
    if (theirs.body === null || ours.body === null) return theirs.body === ours.body ? [] : ['one body is empty']
    const [one, other] = [theirs.body, ours.body] as Record<string, unknown>[]
    if (theirs.status >= 400) return [...this.#errors(one, other)]
    const schema = this.registry.contentType(uid)
    const list = [
      ...this.#values(one?.['data'], other?.['data'], 'data', (theirItem, ourItem, path) =>
        this.#entry(schema, theirItem, ourItem, path),
      ),
    ]
    const meta = isDeepStrictEqual(one?.['meta'], other?.['meta'])
      ? []
      : [`meta: ${short(one?.['meta'])}, here ${short(other?.['meta'])}`]
    return [...list, ...meta]
  }

  *#errors(theirs: Record<string, unknown> | undefined, ours: Record<string, unknown> | undefined): Iterable<string> {
    yield* this.#errorParts(theirs?.['error'], ours?.['error'], 'error')
  }

  *#errorParts(theirs: unknown, ours: unknown, path: string): Iterable<string> {
    if (typeof theirs === 'string' && typeof ours === 'string') {
      const expected = this.ids.inOurWords(theirs).replace(rowIds, 'id').replace(places, 'at position')
      const found = ours.replace(rowIds, 'id').replace(places, 'at position')
      // Messages may go on with what to do.
      const isMessage = path.endsWith('message')
      if (isMessage ? found.startsWith(expected.replace(/, $/, '')) : found === expected) return
      yield `${path}: ${short(theirs)}, here ${short(ours)}`
    } else if (Array.isArray(theirs) && Array.isArray(ours) && theirs.length === ours.length) {
      for (const [index, item] of theirs.entries()) yield* this.#errorParts(item, ours[index], `${path}[${index}]`)
    } else if (isRecord(theirs) && isRecord(ours)) {
      for (const key of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
        // The refused value, in which every id may be another one.
        if (key !== 'value') yield* this.#errorParts(theirs[key], ours[key], `${path}.${key}`)
      }
    } else if (!isDeepStrictEqual(theirs, ours)) yield `${path}: ${short(theirs)}, here ${short(ours)}`
  }

  *#values(
    theirs: unknown,
    ours: unknown,
    path: string,
    compare: (theirs: Record<string, unknown>, ours: Record<string, unknown>, path: string) => Iterable<string>,
  ): Iterable<string> {
    if (Array.isArray(theirs) && Array.isArray(ours)) {
      if (theirs.length !== ours.length) {
        yield `${path}: ${theirs.length} items ${idsOf(theirs)}, here ${ours.length} ${idsOf(ours)}`
        return
      }
      const list = this.isUnordered ? this.#inTheirOrder(theirs, ours) : ours
      for (const [index, item] of theirs.entries()) yield* this.#values(item, list[index], `${path}[${index}]`, compare)
    } else if (isRecord(theirs) && isRecord(ours)) yield* compare(theirs, ours, path)
    else if (!isDeepStrictEqual(theirs, ours)) yield `${path}: ${short(theirs)}, here ${short(ours)}`
  }

  /** Returns entries in the order of those that are the same documents. Equal documents keep their order. */
  #inTheirOrder(theirs: readonly unknown[], ours: readonly unknown[]): readonly unknown[] {
    const keyOf = (item: unknown): string =>
      isRecord(item) && typeof item['documentId'] === 'string'
        ? `${item['documentId']} ${String(item['locale'])} ${item['publishedAt'] === null}`
        : ''
    const left = [...ours]
    const ordered = theirs.map((item) => {
      const at = left.findIndex((other) => keyOf(other) === this.ids.inOurWords(keyOf(item)))
      return at === -1 ? undefined : left.splice(at, 1)[0]
    })
    return ordered.includes(undefined) ? ours : ordered
  }

  *#entry(
    schema: Schema,
    theirs: Record<string, unknown>,
    ours: Record<string, unknown>,
    path: string,
  ): Iterable<string> {
    for (const key of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
      const [one, other] = [theirs[key], ours[key]]
      const at = `${path}.${key}`
      if (key === 'id' && typeof one === 'number' && typeof other === 'number') {
        if (!this.ids.matchRows(schema.uid, one, other))
          yield `${at}: ${one} of ${schema.uid}, here another row ${other}`
      } else if (key === 'documentId' && typeof one === 'string' && typeof other === 'string') {
        if (!this.ids.matchDocuments(one, other)) yield `${at}: ${one}, here another document ${other}`
      } else if (times.has(key)) {
        if ((one === null) !== (other === null)) yield `${at}: ${short(one)}, here ${short(other)}`
      } else yield* this.#attribute(schema, key, one, other, at)
    }
  }

  *#attribute(schema: Schema, name: string, theirs: unknown, ours: unknown, path: string): Iterable<string> {
    const attribute: Attribute | undefined = schema.attributes[name]
    if (!attribute || isScalar(attribute) || isCount(theirs)) {
      if (!isDeepStrictEqual(theirs, ours) && !isRounded(theirs, ours))
        yield `${path}: ${short(theirs)}, here ${short(ours)}`
      return
    }
    const [first, second] = name === 'localizations' ? [byLocale(theirs), byLocale(ours)] : [theirs, ours]
    yield* this.#values(first, second, path, (one, other, at) => {
      const target = this.#targetOf(attribute, one)
      return target ? this.#entry(target, one, other, at) : []
    })
  }

  #targetOf(attribute: Attribute, value: Readonly<Record<string, unknown>>): Schema | undefined {
    const { contentTypes, components } = this.registry
    switch (attribute.type) {
      case 'component':
        return components.get(attribute.component)
      case 'dynamiczone':
        return components.get(String(value['__component']))
      case 'media':
        return contentTypes.get(fileType)
      case 'relation':
        return contentTypes.get(attribute.target ?? String(value['__type']))
      default:
        return undefined
    }
  }
}

const long = /^-?\d{16,19}$/

/** Strapi rounds large integers on SQLite. */
const isRounded = (theirs: unknown, ours: unknown): boolean =>
  typeof theirs === 'string' &&
  typeof ours === 'string' &&
  long.test(theirs) &&
  long.test(ours) &&
  Number(theirs) === Number(ours)

/** Localizations have no order. */
const byLocale = (list: unknown): unknown =>
  Array.isArray(list)
    ? (list as readonly { readonly locale: string }[]).toSorted((one, other) => one.locale.localeCompare(other.locale))
    : list

const isCount = (value: unknown): boolean => isRecord(value) && Object.keys(value).join() === 'count'

const idsOf = (items: readonly unknown[]): string =>
  `[${items.map((item) => (isRecord(item) ? String(item['documentId'] ?? item['id']) : short(item))).join(' ')}]`.slice(
    0,
    160,
  )

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 220)
