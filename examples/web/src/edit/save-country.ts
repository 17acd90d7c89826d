import { relationChanges } from '@content-api/sdk'
import { numberOf } from '../page/number-of.js'
import type { Api } from '../service.js'
import type { RelatedItem } from './relation-editor.js'

/** A country while it is changed: texts as they stand in the fields. */
export interface CountryDraft {
  readonly name: string
  readonly officialName: string
  readonly capital: string
  readonly area: string
  readonly languages: readonly RelatedItem[]
  readonly borders: readonly RelatedItem[]
}

/** Sends what differs, and of relations only how they differ. @throws ApiError with issues by the names of the draft */
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

/** An empty field is no value, and where there must be one is the service's to say. */
const required = (text: string): string => text || (null as never)

/** Languages by a part of their name, to be added to a country. */
export async function findLanguages(api: Api, text: string, signal?: AbortSignal): Promise<RelatedItem[]> {
  const { data } = await api
    .collection('languages')
    .find(
      { fields: ['name'], filters: { name: { $containsi: text } }, sort: 'name', pagination: { pageSize: 8 } },
      signal ? { signal } : {},
    )
  return data
}

/** Countries by a part of their name, to be added as neighbours. */
export async function findNeighbours(api: Api, text: string, signal?: AbortSignal): Promise<RelatedItem[]> {
  const { data } = await api
    .collection('countries')
    .find(
      { fields: ['name'], filters: { name: { $containsi: text } }, sort: 'name', pagination: { pageSize: 8 } },
      signal ? { signal } : {},
    )
  return data
}
