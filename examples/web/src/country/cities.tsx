import { useCallback, useState } from 'react'
import { Pager } from '../page/pager.tsx'
import { Problem } from '../page/problem.tsx'
import { useRequest } from '../page/use-request.js'
import { useService } from '../service-context.js'
import { CityForm } from './city-form.tsx'
import { degrees } from './country.js'
import { findCities } from './find-cities.js'

/** Lists the cities of a country by REST, page by page, because there may be thousands. */
export function Cities({ code }: { readonly code: string }) {
  const { api } = useService()
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const [adding, setAdding] = useState(false)
  // The button that opened the form was removed in the meantime, so the focus is restored explicitly.
  const [addedBefore, setAddedBefore] = useState(false)
  const load = useCallback(
    (signal: AbortSignal) => findCities(api, { code, text: text.trim(), page }, signal),
    [api, code, text, page],
  )
  const { value, error, loading, again } = useRequest(load)
  const show = (search: string) => {
    setText(search)
    setPage(1)
  }
  return (
    <section className="cities" aria-label="Cities">
      <header>
        <h2>Cities {value && <span className="small">{value.meta.pagination.total.toLocaleString('en')}</span>}</h2>
        <input
          type="search"
          aria-label="Search cities"
          placeholder="Begins with …"
          value={text}
          onChange={({ target }) => show(target.value)}
        />
        {!adding && (
          <button
            type="button"
            autoFocus={addedBefore}
            onClick={() => {
              setAdding(true)
              setAddedBefore(true)
            }}
          >
            Add a city
          </button>
        )}
      </header>
      {adding && (
        <CityForm
          code={code}
          onCancel={() => setAdding(false)}
          onAdded={(name) => {
            setAdding(false)
            show(name)
            again()
          }}
        />
      )}
      {error !== undefined && <Problem error={error} onRetry={again} />}
      {value && (
        <>
          <ul aria-busy={loading}>
            {value.data.map(({ id, name, latitude, longitude }) => (
              <li key={id}>
                {name}
                <span className="small">
                  {degrees(latitude, ['N', 'S'])} {degrees(longitude, ['E', 'W'])}
                </span>
              </li>
            ))}
          </ul>
          {value.data.length === 0 && <p className="nothing">No city begins like that.</p>}
          <Pager {...value.meta.pagination} onPage={setPage} label="Pages of cities" />
        </>
      )}
    </section>
  )
}
