import { stringify } from 'qs'

/** Query parameters as nested plain data, or a query string if its exact form is checked. */
export type Query = string | { readonly [key: string]: unknown }

/**
 * Returns `?filters[a][$in][0]=1&filters[a][$in][1]=2` for `{ filters: { a: { $in: [1, 2] } } }`. Empty for
 * no parameters.
 */
export function queryString(query: Query | undefined): string {
  if (query === undefined) return ''
  if (typeof query === 'string') return query === '' ? '' : `?${query.replace(/^\?/, '')}`
  // Scenarios about limits need long arrays. qs limits them only when it parses, not when it writes.
  const text = stringify(query, { encodeValuesOnly: true, arrayFormat: 'indices' })
  return text === '' ? '' : `?${text}`
}
