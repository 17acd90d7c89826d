import type { CountryResult } from './country-document.js'
import type { CountryDraft } from '../edit/save-country.js'

/** A country with the fields that `countryDocument` selects. */
export type Country = NonNullable<CountryResult['countries']>[number]

/**
 * Returns the editable fields of a country and its ordered lists. Converts ids, which are strings in GraphQL,
 * to numbers.
 */
export function draftOf({ name, officialName, capital, area, languages, borders }: Country): CountryDraft {
  return {
    name,
    officialName,
    capital: capital ?? '',
    area: area === null ? '' : String(area),
    languages: (languages ?? []).map(({ id, name }) => ({ id: Number(id), name })),
    borders: (borders ?? []).map(({ id, name }) => ({ id: Number(id), name })),
  }
}

/** Returns the strings in a JSON value that should be a list of strings. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** Appends the suffix if there is only one: `+4` and `1` result in +41. Otherwise returns the prefix. */
export function callingCodes(prefix: string, suffixes: unknown): string {
  const ends = textsIn(suffixes)
  return ends.length === 1 ? `${prefix}${ends[0]}` : prefix
}

/** Formats degrees with their direction, such as 46.9° N. */
export function degrees(value: number, [positive, negative]: readonly [string, string]): string {
  return `${Math.abs(value).toFixed(1)}° ${value < 0 ? negative : positive}`
}
