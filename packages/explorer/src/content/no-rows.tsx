import { StateLink } from '../frame/state-link.tsx'
import type { ExplorerType } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { fromFirstPage, pageOf, textIn, withParameter } from '../state/query.js'

interface NoRowsProps {
  readonly type: ExplorerType
  readonly isFiltered: boolean
}

/** Explains why the table is empty, and what to do. */
export function NoRows({ type, isFiltered }: NoRowsProps) {
  return <div className="empty">{isFiltered ? <NoHits /> : <NoEntries type={type} />}</div>
}

function NoHits() {
  const { model, state, navigate } = useExplorer()
  const search = textIn(state.query['_q'])
  const { page } = pageOf(state.query, model.api.defaultPageSize)
  const without = (name: string) => navigate({ query: fromFirstPage(withParameter(state.query, name, undefined)) })
  return (
    <>
      <h3>No hits</h3>
      <p>
        {search === '' ? 'No entry matches the filters above.' : `No entry contains “${search}”.`} Remove a filter or
        the search to see more.
      </p>
      <div className="row">
        {page > 1 && (
          <button type="button" className="button" onClick={() => navigate({ query: fromFirstPage(state.query) })}>
            First page
          </button>
        )}
        {search !== '' && (
          <button type="button" className="button" onClick={() => without('_q')}>
            Remove the search
          </button>
        )}
        {state.query['filters'] !== undefined && (
          <button type="button" className="button" onClick={() => without('filters')}>
            Remove all filters
          </button>
        )}
      </div>
    </>
  )
}

function NoEntries({ type }: { readonly type: ExplorerType }) {
  const { model, state, navigate } = useExplorer()
  const { name: draftsName, value: drafts } = model.content.drafts
  const isSingle = type.kind === 'singleType'
  const hidesDrafts = type.draftAndPublish && state.query[draftsName] !== drafts
  const mayCreate = type.actions.includes(isSingle ? 'update' : 'create')
  return (
    <>
      <h3>{hidesDrafts ? 'Nothing is published' : 'No entries yet'}</h3>
      <p>
        {hidesDrafts && 'Drafts are hidden. '}
        {!isSingle && (
          <>
            <code>npx content-api dev --seed content.jsonl</code> imports entries from a file.
          </>
        )}
      </p>
      <div className="row">
        {hidesDrafts && (
          <button
            type="button"
            className="button"
            onClick={() => navigate({ query: withParameter(state.query, draftsName, drafts) })}
          >
            Show drafts
          </button>
        )}
        {mayCreate && (
          <StateLink className="button primary" to={{ view: 'entry', entry: isSingle ? null : 'new' }}>
            New entry
          </StateLink>
        )}
      </div>
    </>
  )
}
