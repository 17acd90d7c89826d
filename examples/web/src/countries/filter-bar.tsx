import { useCallback, useEffect, useState } from 'react'
import { useRequest } from '../page/use-request.js'
import { useService } from '../service-context.js'
import { type CountryFilters, type LocaleCode, locales, type SortName, sorts } from './country-filters.js'
import { findRegions } from './find-countries.js'

interface FilterBarProps {
  readonly filters: CountryFilters
  readonly total: number | undefined
  readonly onChange: (changed: Partial<CountryFilters>) => void
}

export function FilterBar({ filters, total, onChange }: FilterBarProps) {
  const { api } = useService()
  const regions = useRequest(useCallback((signal: AbortSignal) => findRegions(api, signal), [api]))
  const { search, region, landlocked, sort, locale } = filters
  return (
    <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <div className="headline">
        <h1>{region || 'All countries'}</h1>
        <p aria-live="polite">{total === undefined ? '\u00a0' : `${total} ${total === 1 ? 'country' : 'countries'}`}</p>
      </div>
      <SearchField search={search} onSearch={(found) => onChange({ search: found })} />
      <div className="regions" role="group" aria-label="Region">
        {['', ...(regions.value ?? [])].map((name) => (
          <button key={name} type="button" aria-pressed={name === region} onClick={() => onChange({ region: name })}>
            {name || 'Everywhere'}
          </button>
        ))}
      </div>
      <div className="options">
        <label className="check">
          <input
            type="checkbox"
            checked={landlocked}
            onChange={({ target }) => onChange({ landlocked: target.checked })}
          />
          Without a coast
        </label>
        <Choice label="Order" value={sort} options={labels} onChange={(name) => onChange({ sort: name as SortName })} />
        <Choice
          label="Names in"
          value={locale}
          options={locales}
          onChange={(code) => onChange({ locale: code as LocaleCode })}
        />
      </div>
    </form>
  )
}

const labels = Object.fromEntries(Object.entries(sorts).map(([name, { label }]) => [name, label]))

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: Readonly<Record<string, string>>
  readonly onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <label className="choice">
    {label}
    <select value={value} onChange={({ target }) => onChange(target.value)}>
      {Object.entries(options).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

/** The delay between the last key press and the search, in milliseconds. */
const pause = 200

function SearchField({ search, onSearch }: { readonly search: string; readonly onSearch: (search: string) => void }) {
  const [text, setText] = useState(search)
  useEffect(() => setText(search), [search])
  useEffect(() => {
    if (text.trim() === search) return
    const timer = setTimeout(() => onSearch(text.trim()), pause)
    return () => clearTimeout(timer)
  })
  return (
    <input
      className="search"
      type="search"
      aria-label="Search names and capitals"
      placeholder="Search names and capitals"
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}
