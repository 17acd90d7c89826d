import { useEffect } from 'react'
import { FailureNotice } from '../frame/failure-notice.tsx'
import { StateLink } from '../frame/state-link.tsx'
import { rowsOf, totalOf } from '../model/flat-entry.js'
import type { ExplorerType } from '../protocol.js'
import { queryText } from '../state/address.js'
import { useExplorer } from '../state/explorer-context.js'
import { pageOf, textIn } from '../state/query.js'
import { failureOf, jsonOf, RequestFailed } from '../transport/response.js'
import { useLoaded } from '../transport/use-loaded.js'
import { ActiveFilters } from './active-filters.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { columnsQuery, tableQuery, useColumns } from './columns.js'
import { NoRows } from './no-rows.tsx'
import { Pages } from './pages.tsx'
import { SearchBox } from './search-box.tsx'
import { Table } from './table.tsx'

/** The number of rows beside that of all entries: the list of types counts drafts and all locales. */
function Count({ type, total }: { readonly type: ExplorerType; readonly total: number }) {
  const all = type.count !== null && type.count > total ? type.count : null
  return (
    <span
      className="badge"
      title={all === null ? undefined : `${all.toLocaleString('en')} with drafts and all locales`}
    >
      {total.toLocaleString('en')}
      {all !== null && ` of ${all.toLocaleString('en')}`}
    </span>
  )
}

/** The entries of a type as a table. */
export function ContentView({ type }: { readonly type: ExplorerType }) {
  const { model, state, transport, announce } = useExplorer()
  const { columns, choose, isDefault } = useColumns(type)
  const isSingle = type.kind === 'singleType'
  const query = tableQuery(type, state.query, columnsQuery(type, columns, model), model.api.maxPageSize)
  const loaded = useLoaded(`${state.identity} ${type.path}?${queryText(query)}`, async (signal) => {
    const response = await transport.send({ path: type.path, query, signal })
    const failure = failureOf(response)
    // A single type without an entry responds with 404. That is not an error.
    if (failure && !(isSingle && failure.status === 404)) throw new RequestFailed(failure)
    const body = failure ? null : jsonOf(response)
    return { rows: rowsOf(body, type, model), total: totalOf(body), milliseconds: response.milliseconds }
  })
  const { value, failure, isLoading, reload } = loaded
  useEffect(() => {
    if (value) announce(`${value.total ?? value.rows.length} entries, ${Math.round(value.milliseconds)} milliseconds`)
  }, [value, announce])
  const rows = value?.rows ?? []
  const { page } = pageOf(state.query, model.api.defaultPageSize)
  return (
    <section className="stack" aria-labelledby="type-name">
      <div className="row view-head">
        <h2 id="type-name" className="title">
          {type.displayName}
        </h2>
        {value && value.total !== null && <Count type={type} total={value.total} />}
        <span className="grow" />
        {!isSingle && <SearchBox />}
        <ColumnMenu {...{ type, columns, isDefault, choose }} />
        {type.actions.includes('create') && !isSingle && (
          <StateLink className="button primary" to={{ view: 'entry', entry: 'new' }}>
            New entry
          </StateLink>
        )}
      </div>
      <ActiveFilters type={type} />
      {failure && <FailureNotice failure={failure} onRetry={reload} />}
      {!failure && (
        <div className="card table-card">
          {isLoading && <div className="progress" />}
          {value && rows.length === 0 ? (
            <NoRows
              type={type}
              isFiltered={state.query['filters'] !== undefined || textIn(state.query['_q']) !== '' || page > 1}
            />
          ) : (
            <Table {...{ type, columns, rows }} isBusy={isLoading} isSortable={!isSingle} />
          )}
          {!isSingle && value && (rows.length > 0 || page > 1) && <Pages total={value.total} shown={rows.length} />}
        </div>
      )}
    </section>
  )
}
