import type { ExplorerType } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import {
  fromFirstPage,
  isQueryObject,
  pageOf,
  type Query,
  type QueryValue,
  textIn,
  withPage,
  withParameter,
} from '../state/query.js'
import type { Failure } from '../transport/answer.js'
import { FieldsEditor } from './fields-editor.js'
import { FilterEditor } from './filter-editor.js'
import { placeIssues } from './place-issues.js'
import { PopulateEditor } from './populate-editor.js'
import { SortEditor } from './sort-editor.js'

interface QueryFormProps {
  readonly type: ExplorerType
  readonly query: Query
  readonly failure: Failure | null
  readonly onChange: (query: Query) => void
}

/** The parts of a query, each as a form. */
export function QueryForm({ type, query, failure, onChange }: QueryFormProps) {
  const { model } = useExplorer()
  const set = (name: string) => (value: QueryValue | undefined) => onChange(withParameter(query, name, value))
  const setList = (name: string) => (value: QueryValue | undefined) =>
    onChange(fromFirstPage(withParameter(query, name, value)))
  const isList = type.kind === 'collectionType'
  return (
    <div className="card query-form">
      {isList && (
        <Part title="Filters">
          <FilterEditor
            schema={type}
            filters={query['filters']}
            onChange={setList('filters')}
            label={`Conditions on ${type.displayName}`}
            issuesOf={(tree) => placeIssues(failure, tree, type, model)}
          />
          {textIn(query['_q']) !== '' && (
            <SearchPart text={textIn(query['_q'])} onRemove={() => setList('_q')(undefined)} />
          )}
        </Part>
      )}
      <Part title="Fields">
        <FieldsEditor schema={type} fields={query['fields']} onChange={set('fields')} label="Attributes to return" />
      </Part>
      <Part title="Populate">
        <PopulateEditor schema={type} populate={query['populate']} onChange={set('populate')} />
      </Part>
      {isList && (
        <>
          <Part title="Sort">
            <SortEditor schema={type} sort={query['sort']} onChange={set('sort')} label="In this order" />
          </Part>
          <Part title="Page">
            <PageFields query={query} onChange={onChange} />
          </Part>
        </>
      )}
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className="part">
      <h3>{title}</h3>
      <div className="stack">{children}</div>
    </section>
  )
}

function SearchPart({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  return (
    <span className="filter">
      <span>any text contains “{text}”</span>
      <button type="button" className="remove" aria-label={`Remove: search for ${text}`} onClick={onRemove}>
        ×
      </button>
    </span>
  )
}

/** Numbers are entered as text: what the service rejects is the service's to say. */
function PageFields({ query, onChange }: Pick<QueryFormProps, 'query' | 'onChange'>) {
  const { model } = useExplorer()
  const { defaultPageSize } = model.api
  const pagination = isQueryObject(query['pagination']) ? query['pagination'] : {}
  const isByOffset = 'start' in pagination || 'limit' in pagination
  const { page, pageSize } = pageOf(query, defaultPageSize)
  const set = (name: string) => (value: string) =>
    onChange(withParameter(query, 'pagination', withParameter(pagination, name, value)))
  const fields = isByOffset
    ? ([
        ['start', 'From row', '0'],
        ['limit', 'Rows', String(defaultPageSize)],
      ] as const)
    : ([
        ['page', 'Page', '1'],
        ['pageSize', 'Rows', String(defaultPageSize)],
      ] as const)
  const switchWay = () =>
    onChange(
      isByOffset
        ? withPage(query, page, pageSize, defaultPageSize)
        : withParameter(query, 'pagination', { start: String((page - 1) * pageSize), limit: String(pageSize) }),
    )
  return (
    <div className="row">
      {fields.map(([name, label, placeholder]) => (
        <label key={name} className="field row">
          <span className="label">{label}</span>
          <input
            className="input short"
            inputMode="numeric"
            placeholder={placeholder}
            value={textIn(pagination[name])}
            onChange={({ target }) => set(name)(target.value)}
          />
        </label>
      ))}
      <label className="checkbox">
        <input
          type="checkbox"
          checked={pagination['withCount'] !== 'false'}
          onChange={({ target }) => set('withCount')(target.checked ? '' : 'false')}
        />
        Count all
      </label>
      <button type="button" className="button small quiet" onClick={switchWay}>
        {isByOffset ? 'By page' : 'By offset'}
      </button>
    </div>
  )
}
