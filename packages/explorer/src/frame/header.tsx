import { Menu } from '../controls/menu.tsx'
import { ActingAs } from '../identity/acting-as.tsx'
import type { ExplorerType } from '../protocol.js'
import type { View } from '../state/address.js'
import { useExplorer } from '../state/explorer-context.js'
import { fromFirstPage, textIn, withParameter } from '../state/query.js'
import { StateLink } from './state-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export function Header({ type }: { readonly type: ExplorerType | undefined }) {
  const { state } = useExplorer()
  return (
    <header className="header">
      <div className="header-start">
        <h1>
          <StateLink to={{ type: null, view: 'content', entry: null, query: {} }} className="brand">
            <Mark /> Explorer
          </StateLink>
        </h1>
        {type && state.type !== null && <Views type={type} />}
      </div>
      <div className="header-settings">
        <ActingAs />
        {type?.localized && <LocaleSelect />}
        {type?.draftAndPublish && <DraftSwitch />}
      </div>
      <OtherPages />
    </header>
  )
}

function Mark() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <rect x="1" y="1" width="16" height="16" rx="4.5" fill="var(--accent-fill)" />
      <path d="M5 6h8M5 9h8M5 12h5" stroke="#fff" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}

function Views({ type }: { readonly type: ExplorerType }) {
  const { state } = useExplorer()
  const newEntry = type.kind === 'singleType' ? null : 'new'
  const views: readonly { readonly view: View; readonly label: string; readonly entry: string | null }[] = [
    { view: 'content', label: 'Content', entry: null },
    { view: 'query', label: 'Query', entry: null },
    { view: 'entry', label: 'Entry', entry: state.view === 'entry' ? state.entry : newEntry },
  ]
  return (
    <nav className="tabs" aria-label="View">
      {views.map(({ view, label, entry }) => (
        <StateLink key={view} className="tab" isCurrent={state.view === view} to={{ view, entry }}>
          {label}
        </StateLink>
      ))}
    </nav>
  )
}

function LocaleSelect() {
  const { model, state, navigate } = useExplorer()
  const locale = textIn(state.query['locale'])
  const { everyLocale } = model.content
  const known = ['', everyLocale, ...model.locales.map(({ code }) => code)]
  const standard = model.locales.find(({ isDefault }) => isDefault) ?? model.locales[0]
  return (
    <label className="field row">
      <span className="label">Locale</span>
      <select
        className="select"
        value={locale}
        onChange={({ target }) =>
          navigate({ query: fromFirstPage(withParameter(state.query, 'locale', target.value)) })
        }
      >
        {standard && <option value="">{standard.code} (default)</option>}
        {model.locales
          .filter((one) => one !== standard)
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name === code ? code : `${code}, ${name}`}
            </option>
          ))}
        <option value={everyLocale}>all</option>
        {standard && locale === standard.code && <option value={locale}>{locale}</option>}
        {!known.includes(locale) && <option value={locale}>{locale} (unknown)</option>}
      </select>
    </label>
  )
}

function DraftSwitch() {
  const { model, state, navigate } = useExplorer()
  const { name, value } = model.content.drafts
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        checked={state.query[name] === value}
        onChange={({ target }) =>
          navigate({
            query: fromFirstPage(withParameter(state.query, name, target.checked ? value : undefined)),
          })
        }
      />
      Drafts
    </label>
  )
}

function OtherPages() {
  const { model } = useExplorer()
  const pages = [
    ...(model.api.openapi ? [{ href: '/openapi', label: 'Reference' }] : []),
    ...(model.api.graphql === null ? [] : [{ href: model.api.graphql, label: 'Playground' }]),
    { href: '/content-api/model.json', label: 'Model' },
    { href: '/readyz', label: 'Health' },
  ]
  return (
    <Menu label="More" className="button quiet">
      <nav className="other-pages" aria-label="Other pages">
        <ul>
          {pages.map(({ href, label }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
      <ThemeSwitch />
    </Menu>
  )
}
