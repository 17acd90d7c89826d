import { useExplorer } from '../state/explorer-context.js'
import { pageOf, withPage } from '../state/query.js'

const sizes = [10, 25, 50, 100]

/** The pagination of a table. */
export function Pages({ total, shown }: { readonly total: number | null; readonly shown: number }) {
  const { model, state, navigate } = useExplorer()
  const { defaultPageSize, maxPageSize } = model.api
  const { page, pageSize } = pageOf(state.query, defaultPageSize)
  const size = Math.min(pageSize, maxPageSize, 100)
  const go = (to: number, withSize = pageSize) =>
    navigate({ query: withPage(state.query, to, withSize, defaultPageSize) })
  const first = (page - 1) * size + 1
  const count = total === null ? null : Math.max(1, Math.ceil(total / size))
  const allowed = [...new Set([...sizes, defaultPageSize, size])].filter((one) => one <= Math.min(maxPageSize, 100))
  const isLast = count === null ? shown < size : page >= count
  return (
    <nav className="pages" aria-label="Pages">
      <span className="soft">
        {shown === 0 ? 'No rows' : `${first.toLocaleString('en')}–${(first + shown - 1).toLocaleString('en')}`}
        {total !== null && ` of ${total.toLocaleString('en')}`}
      </span>
      <label className="field row">
        <span className="label">Rows</span>
        <select className="select" value={size} onChange={({ target }) => go(1, Number(target.value))}>
          {allowed
            .toSorted((a, b) => a - b)
            .map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
        </select>
      </label>
      <div className="row">
        <button type="button" className="button" disabled={page <= 1} onClick={() => go(page - 1)}>
          Previous
        </button>
        <span>
          Page {page.toLocaleString('en')}
          {count !== null && ` of ${count.toLocaleString('en')}`}
        </span>
        <button type="button" className="button" disabled={isLast} onClick={() => go(page + 1)}>
          Next
        </button>
      </div>
    </nav>
  )
}
