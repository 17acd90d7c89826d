import { numberOf } from '../page/number-of.js'
import type { Api } from '../service.js'

export interface CitySearch {
  /** The code of the country. */
  readonly code: string
  readonly text: string
  readonly page: number
}

/** Reads the cities of a country whose names begin with a prefix, page by page. */
export function findCities(api: Api, { code, text, page }: CitySearch, signal?: AbortSignal) {
  return api.collection('cities').find(
    {
      fields: ['name', 'latitude', 'longitude'],
      filters: { country: { code: { $eq: code } }, ...(text && { name: { $startsWithi: text } }) },
      sort: 'name',
      pagination: { page, pageSize: 12 },
    },
    signal ? { signal } : {},
  )
}

export interface CityDraft {
  readonly name: string
  readonly latitude: string
  readonly longitude: string
}

/** Adds a city to a country. @throws ApiError whose issues name the fields */
export async function addCity(api: Api, code: string, { name, latitude, longitude }: CityDraft): Promise<void> {
  const country = await api.collection('countries').first({ fields: ['code'], filters: { code: { $eq: code } } })
  await api.collection('cities').create({
    name,
    latitude: numberOf(latitude) as number,
    longitude: numberOf(longitude) as number,
    country: country?.id ?? null,
  })
}
