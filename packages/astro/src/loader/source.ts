import { type AnyContentTypes, ApiError, type Client, locales } from '@content-api/sdk'

/** The parameters of a read. */
export type Query = Readonly<Record<string, unknown>>

/** An entry of the service, in the flat shape. */
export type Entry = Readonly<Record<string, unknown>>

/** Reads the entries of one content type. */
export interface Source {
  /** The plural or singular name. */
  readonly name: string
  /** Everything that determines the data of entries, besides their content. */
  readonly signature: Readonly<Record<string, unknown>>
  /** Returns the codes of all locales of the service. */
  locales(): Promise<readonly string[]>
  /** Returns what identifies an entry in its locale: the `id`, or the `documentId`. */
  keyOf(entry: Entry): string
  /** Yields all entries with their data, page by page. Without a locale: in that of the query. */
  all(locale: string | undefined): AsyncIterable<readonly Entry[]>
  /** Undefined if a list costs as much as to read the entries. */
  readonly listing?: Listing
}

/** Reads the times of entries, and then some of these. */
export interface Listing {
  /** Returns `updatedAt` of all entries, without their data. */
  readonly list: (locale: string | undefined) => Promise<readonly Entry[]>
  /** Returns the data of the entries with these keys. */
  readonly some: (locale: string | undefined, keys: readonly string[]) => Promise<readonly Entry[]>
}

type Api = Client<AnyContentTypes, 'flat'>
type Method<T> = (query: object, options?: object) => T
/** The calls that both versions of the API have. */
interface Reads {
  pages: Method<AsyncIterable<Entry[]>>
  all: Method<Promise<Entry[]>>
}

/** Requests of four pages at the same time. */
const CONCURRENCY = { concurrency: 4 }

/**
 * Returns the source of a collection type.
 *
 * @throws TypeError for a query with several locales of Strapi 5, which have the same `documentId`
 */
export function collectionSource(api: Api, plural: string, query: Query, version = 'strapi4'): Source {
  const isStrapi5 = version === 'strapi5'
  const { locale: own } = query
  if (isStrapi5 && (own === '*' || Array.isArray(own)))
    throw new TypeError(`The query of "${plural}" has several locales. Pass them in the option locales.`)
  const reads = api.collection(plural) as unknown as Reads
  const key = isStrapi5 ? 'documentId' : 'id'
  // Which entries match, without their data.
  const { filters, publicationState, status, publicationFilter } = query
  const matching = { filters, publicationState, status, publicationFilter }
  const withTimes = withField(query, 'updatedAt')
  return {
    ...common(api, plural, query, version),
    keyOf: (entry) => String(entry[key]),
    all: (locale) => reads.pages(inLocale(withTimes, locale), CONCURRENCY),
    listing: {
      list: async (locale) =>
        reads.all(inLocale({ ...defined(matching), fields: ['updatedAt'] }, locale ?? own), CONCURRENCY),
      some: async (locale, keys) => {
        const those = { [key]: { $in: keys } }
        return reads.all(inLocale({ ...withTimes, filters: filters ? { $and: [filters, those] } : those }, locale))
      },
    },
  }
}

/** Returns the source of a single type, whose entry is read completely in each run. */
export function singleSource(api: Api, singular: string, query: Query, version = 'strapi4'): Source {
  const single = api.single(singular) as unknown as { find: Method<Promise<Entry>> }
  return {
    ...common(api, singular, query, version),
    keyOf: () => singular,
    async *all(locale) {
      try {
        yield [await single.find(inLocale(query, locale))]
      } catch (error) {
        // The entry isn't published, or isn't translated.
        if (!ApiError.is(error) || error.status !== 404) throw error
      }
    },
  }
}

function common(api: Api, name: string, query: Query, version: string): Pick<Source, 'name' | 'signature' | 'locales'> {
  return {
    name,
    signature: { name, query, version },
    locales: async () => (await api.with(locales()).locales()).map(({ code }) => code),
  }
}

const inLocale = (query: Query, locale: unknown): Query => (locale === undefined ? query : { ...query, locale })

const defined = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))

function withField(query: Query, name: string): Query {
  const { fields } = query
  return Array.isArray(fields) && !fields.includes(name) && !fields.includes('*')
    ? { ...query, fields: [...(fields as unknown[]), name] }
    : query
}
