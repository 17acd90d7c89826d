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
import type { Failure } from '../transport/response.js'
import { FieldsEditor } from './fields-editor.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { placeIssues, placePartIssue } from './place-issues.js'
import { PopulateEditor } from './populate-editor.tsx'
import { SortEditor } from './sort-editor.tsx'

interface QueryFormProps {
  readonly type: ExplorerType
  readonly query: Query
  readonly failure: Failure | null
  readonly onChange: (query: Query) => void
}

/** The form of a query, with one section for each part. */
export function QueryForm({ type, query, failure, onChange }: QueryFormProps) {
  const { model } = useExplorer()
  const set = (name: string) => (value: QueryValue | undefined) => onChange(withParameter(query, name, value))
  const setList = (name: string) => (value: QueryValue | undefined) =>
    onChange(fromFirstPage(withParameter(query, name, value)))
  const isList = type.kind === 'collectionType'
  const issueOf = (name: string) => placePartIssue(failure, name, query[name])
  const others = Object.keys(query).filter((name) => !partNames.has(name) || (!isList && listNames.has(name)))
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
        </Part>
      )}
      <Part title="Fields" issue={issueOf('fields')}>
        <FieldsEditor schema={type} fields={query['fields']} onChange={set('fields')} label="Attributes to return" />
      </Part>
      <Part title="Populate" issue={issueOf('populate')}>
        <PopulateEditor schema={type} populate={query['populate']} onChange={set('populate')} />
      </Part>
      {isList && (
        <>
          <Part title="Sort" issue={issueOf('sort')}>
            <SortEditor schema={type} sort={query['sort']} onChange={set('sort')} label="In this order" />
          </Part>
          <Part title="Page" issue={issueOf('pagination')}>
            <PageFields query={query} onChange={onChange} />
          </Part>
        </>
      )}
      {others.length > 0 && (
        <Part title="Other parameters" issue={others.map(issueOf).find((issue) => issue !== undefined)}>
          <ul className="filters">
            {others.map((name) => (
              <li key={name}>
                <OtherParameter name={name} value={query[name]} onRemove={() => setList(name)(undefined)} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

/** The parameters that this form or the header of the page can edit. */
const partNames: ReadonlySet<string> = new Set(
  'filters,fields,populate,sort,pagination,locale,publicationState'.split(','),
)
const listNames: ReadonlySet<string> = new Set(['filters', 'sort', 'pagination'])

interface PartProps {
  readonly title: string
  readonly issue?: string | undefined
  readonly children: React.ReactNode
}

function Part({ title, issue, children }: PartProps) {
  return (
    <section className="part">
      <h3>{title}</h3>
      <div className="stack">
        {children}
        {issue !== undefined && (
          <span className="issue" tabIndex={-1} data-issue>
            {issue}
          </span>
        )}
      </div>
    </section>
  )
}

interface OtherParameterProps {
  readonly name: string
  readonly value: QueryValue | undefined
  readonly onRemove: () => void
}

/** A parameter without a form: the search, or an unknown parameter of the address. */
function OtherParameter({ name, value, onRemove }: OtherParameterProps) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const sentence = name === '_q' ? `any text contains “${text}”` : `${name} is ${text}`
  return (
    <span className="filter">
      <span>{sentence}</span>
      <button type="button" className="remove" aria-label={`Remove: ${sentence}`} onClick={onRemove}>
        ×
      </button>
    </span>
  )
}

/** The pagination. The inputs accept any text, because the service reports invalid numbers. */
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
        Count all entries
      </label>
      <button type="button" className="button small quiet" onClick={switchWay}>
        {isByOffset ? 'By page' : 'By offset'}
      </button>
    </div>
  )
}
