import { useEffect, useRef } from 'react'
import { useSession } from './account/session.tsx'
import { readFilters } from './countries/country-filters.js'
import { CountriesPage } from './countries/countries-page.tsx'
import { CountryPage } from './country/country-page.tsx'
import { Link } from './page/link.tsx'
import { useLocation } from './page/location.js'
import { usePageTitle } from './page/use-page-title.js'

export function App() {
  const { pathname, search } = useLocation()
  return (
    <>
      <header className="top">
        <Link to="/" className="brand">
          <img src="/compass.svg" alt="" width="28" height="28" /> Atlas
        </Link>
        <Account />
      </header>
      <Main pathname={pathname} search={search} />
      <footer>
        Countries by Mohammed Le Doze, ODbL 1.0. Cities by GeoNames, CC BY 4.0. Served by content-api, read by REST and
        GraphQL.
      </footer>
    </>
  )
}

interface Place {
  readonly pathname: string
  readonly search: string
}

/** Moves the focus to a new page, as browsers do. Otherwise it would be lost with the clicked link. */
function Main({ pathname, search }: Place) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <main ref={main} tabIndex={-1}>
      <Page pathname={pathname} search={search} />
    </main>
  )
}

function Page({ pathname, search }: Place) {
  const code = /^\/countries\/([A-Z]{3})$/.exec(pathname)?.[1]
  if (code) return <CountryPage key={code} code={code} locale={readFilters(new URLSearchParams(search)).locale} />
  if (pathname === '/') return <CountriesPage query={search} />
  return <NothingHere />
}

function NothingHere() {
  usePageTitle('Nothing here')
  return (
    <div className="problem">
      <strong>There is nothing here</strong>
      <Link to="/">To all countries</Link>
    </div>
  )
}

function Account() {
  const { user, openDialog, signOut } = useSession()
  if (user === undefined) return null
  if (user === null) {
    return (
      <nav className="account-menu" aria-label="Account">
        <button type="button" onClick={() => openDialog('register')}>
          Register
        </button>
        <button type="button" className="primary" onClick={() => openDialog('sign-in')}>
          Sign in
        </button>
      </nav>
    )
  }
  return (
    <nav className="account-menu" aria-label="Account">
      <span>{user.username}</span>
      <button type="button" onClick={() => void signOut()}>
        Sign out
      </button>
    </nav>
  )
}
