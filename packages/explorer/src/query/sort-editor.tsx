import type { Schema } from '../model/model-index.js'
import type { ExplorerAttribute } from '../protocol.js'
import { type QueryValue, type SortKey, sortKeys } from '../state/query.js'
import { AttributePath } from './attribute-path.tsx'

interface SortEditorProps {
  readonly schema: Schema
  readonly sort: QueryValue | undefined
  readonly onChange: (sort: QueryValue | undefined) => void
  readonly label: string
}

const isSortable = ({ sortable }: ExplorerAttribute): boolean => sortable

/** Edits the keys of a sort. The first key has the highest priority. */
export function SortEditor({ schema, sort, onChange, label }: SortEditorProps) {
  const keys = sort === undefined ? [] : sortKeys({ sort })
  const change = (next: readonly SortKey[]) =>
    onChange(next.length === 0 ? undefined : next.map(({ path, descending }) => (descending ? `${path}:desc` : path)))
  const replace = (index: number, key: SortKey) => change(keys.map((one, at) => (at === index ? key : one)))
  const used = new Set(keys.map(({ path }) => path))
  const unused = schema.attributes.find(({ name, sortable }) => sortable && !used.has(name) && name !== 'id')
  return (
    <fieldset>
      <legend className="label">{label}</legend>
      <div className="row">
        {keys.map(({ path, descending }, index) => (
          <fieldset key={`${index} ${path}`} className="sort-key">
            <legend className="visually-hidden">
              {path}, {descending ? 'descending' : 'ascending'}
            </legend>
            <AttributePath
              label="Sort by"
              schema={schema}
              path={path.split('.')}
              accepts={isSortable}
              onChange={(names) => replace(index, { path: names.join('.'), descending })}
            />
            <button
              type="button"
              className="button small"
              aria-label={descending ? 'Descending: change to ascending' : 'Ascending: change to descending'}
              onClick={() => replace(index, { path, descending: !descending })}
            >
              {descending ? '↓ descending' : '↑ ascending'}
            </button>
            <button
              type="button"
              className="button small icon quiet"
              aria-label={`Remove: sort by ${path}`}
              onClick={() => change(keys.filter((_, at) => at !== index))}
            >
              ×
            </button>
          </fieldset>
        ))}
        {unused && (
          <button
            type="button"
            className="button small"
            onClick={() => change([...keys, { path: unused.name, descending: false }])}
          >
            + Sort
          </button>
        )}
      </div>
    </fieldset>
  )
}
