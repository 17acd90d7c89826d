import { relationChanges } from '@content-api/sdk'
import { numberOf } from '../page/number-of.js'
import type { Api } from '../service.js'
import type { RelatedItem } from './relation-editor.tsx'

/** The input of the form that edits a country: the texts of its fields, and its lists. */
export interface CountryDraft {
  readonly name: string
  readonly officialName: string
  readonly capital: string
  readonly area: string
  readonly languages: readonly RelatedItem[]
  readonly borders: readonly RelatedItem[]
}

/** Sends only the changed fields, and the changes of relations. @throws ApiError whose issues name the fields */
export async function saveCountry(api: Api, id: number, before: CountryDraft, after: CountryDraft): Promise<void> {
  await api.collection('countries').update(id, {
    ...(after.name !== before.name && { name: required(after.name) }),
    ...(after.officialName !== before.officialName && { officialName: required(after.officialName) }),
    ...(after.capital !== before.capital && { capital: after.capital || null }),
    ...(after.area !== before.area && { area: numberOf(after.area) }),
    languages: relationChanges(before.languages, after.languages),
    borders: relationChanges(before.borders, after.borders),
  })
}

/** Returns null for an empty field, so that the service reports it as required. */
const required = (text: string): string => text || (null as never)

/** Finds languages by a part of their name, to add them to a country. */
export async function findLanguages(api: Api, text: string, signal?: AbortSignal): Promise<RelatedItem[]> {
  const { data } = await api
    .collection('languages')
    .find(
      { fields: ['name'], filters: { name: { $containsi: text } }, sort: 'name', pagination: { pageSize: 8 } },
      signal ? { signal } : {},
    )
  return data
}

/** Finds countries by a part of their name, to add them as neighbours. */
export async function findNeighbours(api: Api, text: string, signal?: AbortSignal): Promise<RelatedItem[]> {
  const { data } = await api
    .collection('countries')
    .find(
      { fields: ['name'], filters: { name: { $containsi: text } }, sort: 'name', pagination: { pageSize: 8 } },
      signal ? { signal } : {},
    )
  return data
}
