import { createHash } from 'node:crypto'
import { isRecord, read } from '../check/read.js'
import type { Generation } from '../profile/generation.js'
import { type Entry, type EntryView, viewOf } from '../target/entry-view.js'
import { TargetError } from '../target/exchange.js'
import type { HttpClient } from '../target/http-client.js'

/** A content service, and how its responses represent entries. */
export interface ContentSource {
  readonly client: HttpClient
  readonly generation: Generation
  readonly token: string | undefined
}

/** A value of an entry: its digest for comparisons, and the beginning of its JSON for messages. */
export interface Value {
  readonly digest: string
  readonly text: string
}

/** An entry without what differs between services that have the same content: ids and times of writes. */
export interface ContentEntry {
  /** The path of the entry, for example `/api/articles/3`. */
  readonly path: string
  /** Null for types without locales. */
  readonly locale: string | null
  readonly state: 'published' | 'draft'
  /** By attribute. */
  readonly values: ReadonlyMap<string, Value>
  /** The digest of all values and the state. */
  readonly digest: string
}

const pageSize = 50
const shownCharacters = 80

/** Attributes that the service sets, and those that are compared in another way. */
const ofService = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
  'documentId',
])

/** The content of one type. */
export interface TypeContent {
  /** Whether the type has at most one entry in each locale. */
  readonly isSingle: boolean
  readonly entries: readonly ContentEntry[]
}

export interface ReadOptions {
  /**
   * Whether the relations of published entries leave out drafts, as they always do in Strapi 5. Default: no.
   */
  readonly withoutDrafts?: boolean
  /** Called with the number of entries so far. */
  readonly onPage?: (entries: number) => void
}

/**
 * Reads all entries of a type in every locale: the published version where there is one, otherwise the draft.
 * @param name the type in paths, for example `articles`, or `home` for a single type
 * @returns undefined if the service has no such address, or a single type has no entry
 * @throws TargetError if the type can't be read
 */
export async function readContent(
  source: ContentSource,
  name: string,
  { withoutDrafts = false, onPage = () => {} }: ReadOptions = {},
): Promise<TypeContent | undefined> {
  const states = source.generation === 'strapi-5' ? statesOfStrapi5 : await statesOfStrapi4(source, name)
  const reader = new PageReader(source, name, viewOf(source.generation), withoutDrafts)
  const entries = new Map<string, ContentEntry>()
  const { status, body } = await send(source, name, {})
  const isSingle = status === 404 || isRecord(read(body, 'data'))
  const pages = isSingle ? reader.singles(states) : reader.pages(states)
  for await (const page of pages) {
    for (const entry of page) {
      const key = `${entry.path} ${entry.locale}`
      // A published version precedes its draft.
      if (!entries.has(key)) entries.set(key, entry)
    }
    onPage(entries.size)
  }
  return isSingle && entries.size === 0 ? undefined : { isSingle, entries: [...entries.values()] }
}

interface State {
  readonly status?: string
  readonly publicationState?: string
  readonly locale?: string
}

const statesOfStrapi5: readonly State[] = [
  { status: 'published', locale: '*' },
  { status: 'draft', locale: '*' },
]

/** Returns the parameters that a type accepts: a service may reject those for drafts and locales that it lacks. */
async function statesOfStrapi4(source: ContentSource, name: string): Promise<readonly State[]> {
  const all = { publicationState: 'preview', locale: 'all' }
  for (const parameters of [all, { publicationState: 'preview' }, { locale: 'all' }]) {
    const { status } = await send(source, name, { ...parameters, pagination: { pageSize: 1 } })
    if (status !== 400) return [parameters]
  }
  return [{}]
}

const send = ({ client, token }: ContentSource, name: string, query: Readonly<object>) =>
  client.send('GET', `/api/${name}`, { query: { ...query }, token })

/** Returns the codes of all locales, or those that an entry has if the list can't be read. */
async function localesOf(source: ContentSource, entry: Entry | undefined): Promise<readonly string[]> {
  const { body } = await send(source, 'i18n/locales', {})
  if (Array.isArray(body)) return codesIn(body, 'code')
  const related = viewOf(source.generation).related(entry?.attributes['localizations']) ?? []
  const versions = [related].flat() as readonly Entry[]
  return codesIn(
    versions.map(({ attributes }) => attributes),
    'locale',
  )
}

const codesIn = (records: readonly unknown[], key: string) =>
  records.map((record) => read(record, key)).filter((code) => typeof code === 'string')

/** Reads the pages of a type. Learns from the entries which attributes have values of their own. */
class PageReader {
  /** The attributes that a list contains without `populate`. */
  #own: ReadonlySet<string> | undefined
  /** Attributes with components, whose relations and components are populated, too. */
  readonly #components = new Set<string>()
  /** The other attributes that `populate` adds. */
  readonly #links = new Set<string>()

  constructor(
    private readonly source: ContentSource,
    private readonly name: string,
    private readonly view: EntryView,
    private readonly withoutDrafts: boolean,
  ) {}

  /** Reads a collection type. */
  async *pages(states: readonly State[]): AsyncGenerator<readonly ContentEntry[]> {
    for (const parameters of states) {
      for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
        const found = await this.#readPopulated({ ...parameters, sort: 'id', pagination: { page, pageSize } })
        pageCount = found.pageCount
        yield found.entries.map((entry) => this.#contentOf(entry, `/api/${this.name}/${entry.id}`))
      }
    }
  }

  /** Reads a single type. A request returns the entry of one locale. */
  async *singles(states: readonly State[]): AsyncGenerator<readonly ContentEntry[]> {
    const [first] = states
    const isLocalized = first?.locale !== undefined
    const known = isLocalized ? await localesOf(this.source, await this.#firstOf(states)) : []
    for (const locale of [undefined, ...known]) {
      for (const state of states) {
        const { entries } = await this.#readPopulated({ ...state, locale })
        yield entries.map((entry) => this.#contentOf(entry, `/api/${this.name}`))
      }
    }
  }

  async #firstOf(states: readonly State[]): Promise<Entry | undefined> {
    for (const state of states) {
      const { entries } = await this.#read({ ...state, locale: undefined, populate: '*' })
      if (entries[0]) return entries[0]
    }
    return undefined
  }

  async #readPopulated(query: Readonly<object>) {
    this.#own ??= await this.#attributesOf({ ...query, populate: undefined })
    const found = await this.#read({ ...query, populate: this.#populate() })
    return this.#learn(found.entries) ? this.#read({ ...query, populate: this.#populate() }) : found
  }

  #populate(): unknown {
    if (this.#components.size === 0) return '*'
    const deep = [...this.#components].map((name) => [name, { populate: '*' }])
    return Object.fromEntries([...[...this.#links].map((name) => [name, true]), ...deep])
  }

  async #attributesOf(query: Readonly<object>): Promise<ReadonlySet<string> | undefined> {
    const { entries } = await this.#read(query)
    const [first] = entries
    return first && new Set(Object.keys(first.attributes))
  }

  async #read(query: Readonly<object>) {
    const { status, body } = await send(this.source, this.name, query)
    const data = read(body, 'data')
    // A single type without an entry.
    if (status === 404) return { entries: [], pageCount: 1 }
    const list: unknown = isRecord(data) ? [data] : data
    if (status !== 200 || !Array.isArray(list)) throw unreadable(this.source, this.name, status)
    const entries = list.map((value: unknown) => {
      const entry = this.view.entry(value)
      if (entry === undefined)
        throw new TargetError('not-an-api', `/api/${this.name} returned an entry that is not ${this.view.shape}.`)
      return entry
    })
    const pageCount = read(body, 'meta.pagination.pageCount')
    return { entries, pageCount: typeof pageCount === 'number' ? pageCount : 1 }
  }

  /** Remembers populated attributes. Returns whether a component appeared, so that the page must be read again. */
  #learn(entries: readonly Entry[]): boolean {
    let isNew = false
    for (const { attributes } of entries) {
      for (const [name, value] of Object.entries(attributes)) {
        if (this.#own?.has(name) === true || ofService.has(name)) continue
        if (!isComponent(value)) this.#links.add(name)
        else if (!this.#components.has(name)) {
          this.#components.add(name)
          isNew = true
        }
      }
    }
    for (const name of this.#components) this.#links.delete(name)
    return isNew
  }

  #contentOf({ attributes }: Entry, path: string): ContentEntry {
    const state = attributes['publishedAt'] === null ? 'draft' : 'published'
    const isWithoutDrafts = this.withoutDrafts && state === 'published'
    const names = Object.keys(attributes).filter((name) => !ofService.has(name))
    const values = new Map(
      names.toSorted().map((name) => {
        const given = attributes[name]
        return [name, valueOf(this.#own?.has(name) === true ? given : this.#populated(given, isWithoutDrafts))]
      }),
    )
    const { locale } = attributes
    return {
      path,
      locale: typeof locale === 'string' ? locale : null,
      state,
      values,
      digest: digestOf([state, ...[...values].map(([name, { digest }]) => `${name} ${digest}`)].join('\n')),
    }
  }

  /** Returns a populated value without ids. A related entry is represented by its values, a file by its hash. */
  #populated(value: unknown, isWithoutDrafts: boolean): unknown {
    if (!isRecord(value) && !Array.isArray(value)) return value ?? null
    // Without links, the two interfaces differ: null or an empty list.
    if (Array.isArray(value) && value.length === 0) return null
    const related = isComponent(value) ? undefined : this.view.related(value)
    if (related === null) return null
    if (related !== undefined) {
      const all = ([related].flat() as readonly Entry[]).filter(
        ({ attributes }) => !isWithoutDrafts || attributes['publishedAt'] !== null,
      )
      // Lists of relations have no order that survives an import.
      const labels = all.map(({ attributes }) => labelOf(attributes)).toSorted()
      return labels.length === 0 ? null : labels
    }
    if (Array.isArray(value)) return value.map((one) => this.#populated(one, isWithoutDrafts))
    const members = Object.entries(value).filter(([name]) => name !== 'id' && !ofService.has(name))
    return Object.fromEntries(members.map(([name, member]) => [name, this.#populated(member, isWithoutDrafts)]))
  }
}

/** Returns whether a populated value is a component, a list of components, or a dynamic zone. */
function isComponent(value: unknown): boolean {
  const one: unknown = Array.isArray(value) ? value[0] : value
  if (!isRecord(one) || typeof one['id'] !== 'number') return false
  return !('documentId' in one) && !isRecord(one['attributes']) && !('hash' in one)
}

/** Returns what identifies a related entry or a file in every service with the same content. */
function labelOf(attributes: Readonly<Record<string, unknown>>): string {
  const { hash, ext } = attributes
  if (typeof hash === 'string' && typeof ext === 'string') return `${hash}${ext}`
  const simple = Object.entries(attributes).filter(
    ([name, value]) => !ofService.has(name) && value !== null && typeof value !== 'object',
  )
  return JSON.stringify(Object.fromEntries(simple.toSorted(([one], [other]) => (one < other ? -1 : 1))))
}

function valueOf(value: unknown): Value {
  const text = JSON.stringify(sorted(value ?? null))
  const shown = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
  return { digest: digestOf(text), text: shown }
}

/** Sorts the keys of objects, because databases store JSON in different orders. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Returns the error for a type that a service doesn't return. */
export function unreadable({ client, token }: ContentSource, name: string, status: number): TargetError {
  const address = `${client.options.baseUrl.origin}/api/${name}`
  const isDenied = status === 401 || status === 403
  const whoMay = token === undefined ? 'Pass a token that may find its entries.' : 'The token may not find its entries.'
  const advice = isDenied
    ? whoMay
    : 'Name the plural of a content type as in its URL, or the singular of a single type.'
  return new TargetError(isDenied ? 'credentials' : 'not-an-api', `${address} responds with ${status}. ${advice}`)
}
