import { stringify } from 'qs'

/** Query parameters as nested plain data, or the text of a query string where its spelling is what is being checked. */
export type Query = string | { readonly [key: string]: unknown }

/** `{ filters: { a: { $in: [1, 2] } } }` as `?filters[a][$in][0]=1&filters[a][$in][1]=2`; empty for no parameters. */
export function queryString(query: Query | undefined): string {
  if (query === undefined) return ''
  if (typeof query === 'string') return query === '' ? '' : `?${query.replace(/^\?/, '')}`
  // Without this limit of its own qs would write arrays of any length, which is what is wanted here.
  const text = stringify(query, { encodeValuesOnly: true, arrayFormat: 'indices' })
  return text === '' ? '' : `?${text}`
}
