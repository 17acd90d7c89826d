/**
 * Parameters of Strapi 3 and 5 and of json-server, with the parameters that replace them here. Clients that
 * were written for these services use them.
 */
const replacements: Readonly<Record<string, string>> = {
  _limit: 'limit',
  _start: 'start',
  _page: 'page',
  _per_page: 'pageSize',
  per_page: 'pageSize',
  _sort: 'sort',
  _where: 'filters',
  where: 'filters',
  _locale: 'locale',
  _publicationState: 'publicationState',
}

const paging: ReadonlySet<string> = new Set(['limit', 'start', 'page', 'pageSize'])

export interface ParameterUse {
  /** The parameters that the request may have. */
  readonly known: readonly string[]
  /** Returns how the request writes `limit`, `start`, `page` and `pageSize`. */
  readonly pageKey: (name: string) => string
  /** Whether the request writes an entry. */
  readonly writes?: boolean | undefined
}

/**
 * Returns what to use instead of a parameter of another service, as the end of an error message. Undefined if
 * it is no such parameter, or if the request may not have the parameter that replaces it.
 */
export function replacementOf(
  key: string,
  value: unknown,
  { known, pageKey, writes }: ParameterUse,
): string | undefined {
  if (key === 'status') return writes ? statusOfWrite(value) : statusOfRead(value)
  const name = Object.hasOwn(replacements, key) ? replacements[key] : undefined
  if (name === undefined) return undefined
  if (known.includes(name)) return `use ${name} instead`
  const isPaged = known.includes('pagination') || known.includes('limit')
  return paging.has(name) && isPaged ? `use ${pageKey(name)} instead` : undefined
}

function statusOfRead(value: unknown): string {
  if (value === 'published') return 'leave it out, because responses only have published entries by default'
  return 'use publicationState=preview, which adds drafts; filters[publishedAt][$null]=true leaves only drafts'
}

function statusOfWrite(value: unknown): string {
  if (value === 'published') return 'leave it out to publish a new entry, or set publishedAt in data to a time'
  return 'set publishedAt in data to null for a draft'
}
