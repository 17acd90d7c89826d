import { StateLink } from '../frame/state-link.tsx'
import { addressOf, type PageState } from '../state/address.js'
import { useExplorer } from '../state/explorer-context.js'
import { useKeptForms } from './kept-forms.js'

/** Lists entries with unsaved changes, while the page shows something else. */
export function UnsavedForms() {
  const { state } = useExplorer()
  const elsewhere = useKeptForms().filter(
    (kept) => kept.state.identity === state.identity && placeOf(kept.state) !== placeOf(state),
  )
  if (elsewhere.length === 0) return null
  return (
    <div className="notice" role="status">
      <span>Not saved yet:</span>
      {elsewhere.map(({ key, title, state: { type, view, entry, query } }) => (
        <StateLink key={key} to={{ type, view, entry, query }}>
          {title}
        </StateLink>
      ))}
    </div>
  )
}

/** Returns the address of a form. The query of the page is left out, because it makes no difference. */
const placeOf = ({ type, view, entry, identity }: PageState): string =>
  addressOf({ type, view, entry, identity, query: {} })
