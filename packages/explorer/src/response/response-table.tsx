import { useMemo } from 'react'
import { Table } from '../content/table.tsx'
import { rowsOf } from '../model/flat-entry.js'
import { readableOf } from '../model/model-index.js'
import type { ExplorerType } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { type ServiceResponse, jsonOf } from '../transport/response.js'

/** The greatest number of rendered rows: this table has no pagination. */
const mostRows = 100

/** The entries of a response, with a column for each attribute in it. */
export function ResponseTable({ type, response }: { readonly type: ExplorerType; readonly response: ServiceResponse }) {
  const { model } = useExplorer()
  const rows = useMemo(() => rowsOf(jsonOf(response), type, model), [response, type, model])
  const shown = rows.slice(0, mostRows)
  const columns = readableOf(type).filter(({ name }) => name !== 'id' && shown.some((row) => name in row))
  if (rows.length === 0) return <p className="empty">No entries.</p>
  return (
    <>
      <Table {...{ type, columns }} rows={shown} isBusy={false} isSortable={false} />
      {rows.length > mostRows && (
        <p className="hint">
          The first {mostRows} of {rows.length} entries. “JSON” shows all of them.
        </p>
      )}
    </>
  )
}
