import { useExplorer } from '../state/explorer-context.js'
import { withParameter } from '../state/query.js'

interface StateChoiceProps {
  readonly isDraft: boolean
  readonly onChange: (isDraft: boolean) => void
}

/** Chooses whether a new entry is a draft, which may be incomplete. */
export function StateChoice({ isDraft, onChange }: StateChoiceProps) {
  return (
    <label className="field row">
      <span className="label">State</span>
      <select
        className="select"
        value={isDraft ? 'draft' : 'published'}
        onChange={({ target }) => onChange(target.value === 'draft')}
      >
        <option value="draft">Draft</option>
        <option value="published">Published</option>
      </select>
    </label>
  )
}

/** Chooses the locale of a new entry, which is also the locale of the page. */
export function LocaleChoice({ locale }: { readonly locale: string }) {
  const { model, state, navigate } = useExplorer()
  return (
    <label className="field row">
      <span className="label">Locale</span>
      <select
        className="select"
        value={locale}
        onChange={({ target }) =>
          navigate({ query: withParameter(state.query, 'locale', target.value) }, { replace: true })
        }
      >
        {model.locales.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
