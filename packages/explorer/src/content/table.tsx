import { useState } from 'react'
import { Dialog } from '../controls/confirm-dialog.tsx'
import { StateLink } from '../frame/state-link.tsx'
import { JsonEditor } from '../json-editor/json-editor.tsx'
import type { FlatEntry } from '../model/flat-entry.js'
import type { ExplorerAttribute, ExplorerType } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { fromFirstPage, sortKeys, withSort } from '../state/query.js'
import { Cell, labelOf } from './cell.tsx'
import { valueText } from './value-text.js'

interface TableProps {
  readonly type: ExplorerType
  readonly columns: readonly ExplorerAttribute[]
  readonly rows: readonly FlatEntry[]
  /** True while the rows are those of the previous query. */
  readonly isBusy: boolean
  /** Whether the headers can change the sort. False in the query view, whose form sets the sort. */
  readonly isSortable: boolean
}

export function Table({ type, columns, rows, isBusy, isSortable }: TableProps) {
  const [shown, setShown] = useState<{ readonly attribute: ExplorerAttribute; readonly value: unknown } | null>(null)
  const id = type.attributes.find(({ name }) => name === 'id')
  return (
    <div className="table-frame" role="region" aria-label={`${type.displayName}, table`} tabIndex={0}>
      <table className="table" aria-busy={isBusy}>
        <thead>
          <tr>
            {[...(id ? [id] : []), ...columns].map((column) => (
              <HeaderCell key={column.name} column={column} isSortable={isSortable && column.sortable} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={valueText(row['id'] ?? index)}>
              <th scope="row">
                <IdCell {...{ type, row }} />
              </th>
              {columns.map((attribute) => (
                <td key={attribute.name} data-type={attribute.type}>
                  <Cell
                    attribute={attribute}
                    value={row[attribute.name]}
                    onShow={(of, value) => setShown({ attribute: of, value })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown && <FullValue {...shown} onClose={() => setShown(null)} />}
    </div>
  )
}

function IdCell({ type, row }: { readonly type: ExplorerType; readonly row: FlatEntry }) {
  const { model, state } = useExplorer()
  const isDraft = type.draftAndPublish && row['publishedAt'] === null
  const entry = type.kind === 'singleType' ? null : valueText(row[model.content.key])
  return (
    <span className="row">
      <StateLink to={{ ...state, view: 'entry', entry }} label={`Open ${labelOf(row, type)}`}>
        {valueText(row['id'] ?? '–')}
      </StateLink>
      {isDraft && <span className="badge warning">Draft</span>}
    </span>
  )
}

interface HeaderCellProps {
  readonly column: ExplorerAttribute
  readonly isSortable: boolean
}

/** Sorts by its column: first ascending, then descending, then not at all. */
function HeaderCell({ column, isSortable }: HeaderCellProps) {
  const { state, navigate } = useExplorer()
  const { name } = column
  if (!isSortable) return <th scope="col">{name}</th>
  const keys = sortKeys(state.query)
  const own = keys.find(({ path }) => path === name)
  const direction = own ? (own.descending ? 'descending' : 'ascending') : 'none'
  const next =
    direction === 'none'
      ? [{ path: name, descending: false }]
      : direction === 'ascending'
        ? [{ path: name, descending: true }]
        : []
  return (
    <th scope="col" aria-sort={direction}>
      <button
        type="button"
        className="sort"
        onClick={() => navigate({ query: fromFirstPage(withSort(state.query, next)) })}
      >
        {name}
        <span aria-hidden="true">{direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : ''}</span>
      </button>
    </th>
  )
}

interface FullValueProps {
  readonly attribute: ExplorerAttribute
  readonly value: unknown
  readonly onClose: () => void
}

function FullValue({ attribute, value, onClose }: FullValueProps) {
  const isText = typeof value === 'string'
  return (
    <Dialog title={attribute.name} onClose={onClose}>
      {isText ? (
        <div className="full-text" tabIndex={0} role="region" aria-label={attribute.name}>
          {value}
        </div>
      ) : (
        <JsonEditor label={attribute.name} value={JSON.stringify(value, null, 2)} readOnly />
      )}
    </Dialog>
  )
}
