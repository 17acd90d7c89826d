import { useEffect, useMemo } from 'react'
import type { ModelIndex } from '../model/model-index.js'
import { readFilters } from '../query/filter-tree.js'
import { sentenceOf } from '../query/sentence.js'
import type { PageState } from '../state/address.js'

/** After navigation, scrolls to the top and sets the page title, which includes the filters as a sentence. */
export function usePlace(state: PageState, model: ModelIndex | undefined): void {
  const { type, view, entry } = state
  const { filters } = state.query
  useEffect(() => scrollTo(0, 0), [type, view, entry])
  const title = useMemo(() => {
    const schema = model?.typeAt(type)
    const tree = readFilters(filters)
    const conditions = model && schema && view !== 'entry' && tree.items.length > 0
    const name = view === 'media' ? 'Media' : schema?.displayName
    const place = entry === null ? name : `${name} ${entry}`
    return conditions ? `${place}: ${sentenceOf(tree, schema, model).slice(0, 200)}` : place
  }, [type, view, entry, filters, model])
  useEffect(() => {
    document.title = title === undefined ? 'Explorer' : `${title} · Explorer`
  }, [title])
}
