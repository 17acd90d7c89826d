import { allOf } from '@content-api/sdk'
import type { Api } from '../service.js'
import { type CountryFilters, sorts } from './country-filters.js'

export type ListedCountry = Awaited<ReturnType<typeof findCountries>>['data'][number]

const pageSize = 24

/** Reads one page of countries with their flags and regions. The search matches names and capitals. */
export function findCountries(api: Api, filters: CountryFilters, signal?: AbortSignal) {
  const { search, region, landlocked, sort, locale, page } = filters
  return api.collection('countries').find(
    {
      fields: ['code', 'name', 'capital', 'area'],
      filters: allOf(
        search && { $or: [{ name: { $containsi: search } }, { capital: { $containsi: search } }] },
        region && { region: { name: region } },
        landlocked && { landlocked },
      ),
      populate: { flag: true, region: { fields: ['name'] }, languages: { fields: ['name'] } },
      sort: sorts[sort].sort,
      pagination: { page, pageSize },
      locale,
    },
    signal ? { signal } : {},
  )
}

export async function findRegions(api: Api, signal?: AbortSignal): Promise<string[]> {
  const { data } = await api.collection('regions').find({ fields: ['name'], sort: 'name' }, signal ? { signal } : {})
  return data.map(({ name }) => name)
}
