import { StateLink } from '../frame/state-link.tsx'
import { useExplorer } from '../state/explorer-context.js'
import { withParameter } from '../state/query.js'
import type { Localization } from './load-entry.js'

interface LocalizationsProps {
  readonly isSingle: boolean
  /** The locale of the shown entry. */
  readonly locale: string
  readonly others: readonly Localization[]
  readonly mayCreate: boolean
  readonly onCreate: (locale: string) => void
}

/** Lists all locales, with the localizations of an entry that exist and those that can be created. */
export function Localizations({ isSingle, locale, others, mayCreate, onCreate }: LocalizationsProps) {
  const { model, state } = useExplorer()
  return (
    <section className="card" aria-labelledby="localizations">
      <header>
        <h3 id="localizations">Localizations</h3>
      </header>
      <ul className="body localizations">
        {model.locales.map(({ code, name }) => {
          const other = others.find((one) => one.locale === code)
          return (
            <li key={code} className="row">
              <span className="grow">{name}</span>
              {code === locale && <span className="badge accent">shown</span>}
              {code !== locale && other && (
                <StateLink
                  to={{
                    entry: isSingle ? null : (other.documentId ?? String(other.id)),
                    query: withParameter(state.query, 'locale', code),
                  }}
                  label={`Open the ${code} localization`}
                >
                  Open
                </StateLink>
              )}
              {code !== locale && !other && mayCreate && (
                <button type="button" className="button small" onClick={() => onCreate(code)}>
                  Create<span className="visually-hidden"> the {code} localization</span>
                </button>
              )}
              {code !== locale && !other && !mayCreate && <span className="hint">none</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
