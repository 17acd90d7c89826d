import { useCallback } from 'react'
import { goTo } from '../page/location.js'
import { Pager } from '../page/pager.tsx'
import { Problem } from '../page/problem.tsx'
import { usePageTitle } from '../page/use-page-title.js'
import { useRequest } from '../page/use-request.js'
import { useService } from '../service-context.js'
import { CountryCard } from './country-card.tsx'
import { type CountryFilters, addressOf, readFilters } from './country-filters.js'
import { FilterBar } from './filter-bar.tsx'
import { findCountries } from './find-countries.js'

/** Lists all countries by REST: filtered, sorted and paginated. The address contains the filters. */
export function CountriesPage({ query }: { readonly query: string }) {
  const { api } = useService()
  const filters = readFilters(new URLSearchParams(query))
  const load = useCallback(
    (signal: AbortSignal) => findCountries(api, readFilters(new URLSearchParams(query)), signal),
    [api, query],
  )
  const { value, error, loading, again } = useRequest(load)
  usePageTitle(filters.region)
  const change = (changed: Partial<CountryFilters>) =>
    goTo(addressOf({ ...filters, page: 1, ...changed }), { replace: 'search' in changed })
  const turnTo = (page: number) => {
    change({ page })
    window.scrollTo(0, 0)
  }
  return (
    <>
      <FilterBar filters={filters} total={value?.meta.pagination.total} onChange={change} />
      {error !== undefined && <Problem error={error} onRetry={again} />}
      {error === undefined && (
        <ul className="countries" aria-busy={loading}>
          {value
            ? value.data.map((country) => <CountryCard key={country.id} country={country} locale={filters.locale} />)
            : placeholders.map((key) => <li key={key} className="country-card placeholder" aria-hidden="true" />)}
        </ul>
      )}
      {value?.data.length === 0 && <p className="nothing">No country matches. Try fewer letters or another region.</p>}
      {value && error === undefined && <Pager {...value.meta.pagination} onPage={turnTo} label="Pages of countries" />}
    </>
  )
}

const placeholders = Array.from({ length: 12 }, (_, index) => `placeholder ${index}`)
