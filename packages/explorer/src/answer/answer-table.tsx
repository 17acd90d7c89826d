import { useMemo } from 'react'
import { Table } from '../content/table.js'
import { rowsOf } from '../model/flat-entry.js'
import { readableOf } from '../model/model-index.js'
import type { ExplorerType } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { type Answer, jsonOf } from '../transport/answer.js'

/** Rows that are drawn at most: the table of an answer without pages. */
const mostRows = 100

/** The entries of an answer, with a column for everything that it holds. */
export function AnswerTable({ type, answer }: { readonly type: ExplorerType; readonly answer: Answer }) {
  const { model } = useExplorer()
  const rows = useMemo(() => rowsOf(jsonOf(answer), type, model), [answer, type, model])
  const shown = rows.slice(0, mostRows)
  const columns = readableOf(type).filter(({ name }) => name !== 'id' && shown.some((row) => name in row))
  if (rows.length === 0) return <p className="empty">No entries.</p>
  return (
    <>
      <Table {...{ type, columns }} rows={shown} isBusy={false} isSortable={false} />
      {rows.length > mostRows && (
        <p className="hint">
          The first {mostRows} of {rows.length} entries. JSON has all of them.
        </p>
      )}
    </>
  )
}
