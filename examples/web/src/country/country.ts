import type { CountryAnswer } from './country-document.js'
import type { CountryDraft } from '../edit/save-country.js'

/** A country as the document of its page asks for it. */
export type Country = NonNullable<CountryAnswer['countries']>[number]

/** The texts of the fields and the lists in their order, to be changed. Ids are text in GraphQL and numbers in REST. */
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

/** The texts in a JSON value that should be a list of texts. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** What a prefix and its suffixes come to: `+4` and `1` are +41; with many suffixes the prefix has to do. */
export function callingCodes(prefix: string, suffixes: unknown): string {
  const ends = textsIn(suffixes)
  return ends.length === 1 ? `${prefix}${ends[0]}` : prefix
}

/** Degrees with their letter, such as 46.95° N. */
export function degrees(value: number, [positive, negative]: readonly [string, string]): string {
  return `${Math.abs(value).toFixed(1)}° ${value < 0 ? negative : positive}`
}
