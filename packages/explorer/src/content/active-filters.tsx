import { useMemo } from 'react'
import { StateLink } from '../frame/state-link.tsx'
import type { ExplorerType } from '../protocol.js'
import { changeNode, readFilters, writeFilters } from '../query/filter-tree.js'
import { sentenceOf } from '../query/sentence.js'
import { useExplorer } from '../state/explorer-context.js'
import { fromFirstPage, withParameter } from '../state/query.js'

/** The filters as sentences. Each has a button that removes it. */
export function ActiveFilters({ type }: { readonly type: ExplorerType }) {
  const { model, state, navigate } = useExplorer()
  const { filters } = state.query
  const tree = useMemo(() => readFilters(filters), [filters])
  if (tree.items.length === 0) return null
  const isAny = tree.join !== 'all'
  const nodes = isAny ? [tree] : tree.items
  const remove = (key: string) => {
    const rest = isAny ? undefined : writeFilters(changeNode(tree, key, () => null))
    navigate({ query: fromFirstPage(withParameter(state.query, 'filters', rest)) })
  }
  return (
    <ul className="filters" aria-label="Filters">
      {nodes.map((node) => {
        const sentence = sentenceOf(node, type, model)
        return (
          <li key={node.key} className="filter">
            <span>{sentence}</span>
            <button
              type="button"
              className="remove"
              aria-label={`Remove: ${sentence}`}
              onClick={() => remove(node.key)}
            >
              ×
            </button>
          </li>
        )
      })}
      <li>
        <StateLink className="button small quiet" to={{ view: 'query' }}>
          Edit the query
        </StateLink>
      </li>
    </ul>
  )
}
