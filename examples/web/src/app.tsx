import { useSession } from './account/session.js'
import { readFilters } from './countries/country-filters.js'
import { CountriesPage } from './countries/countries-page.js'
import { CountryPage } from './country/country-page.js'
import { Link } from './page/link.js'
import { useLocation } from './page/location.js'

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
      <main>
        <Page pathname={pathname} search={search} />
      </main>
      <footer>
        Countries by Mohammed Le Doze, ODbL 1.0. Cities by GeoNames, CC BY 4.0. Served by content-api, read by REST and
        GraphQL.
      </footer>
    </>
  )
}

function Page({ pathname, search }: { readonly pathname: string; readonly search: string }) {
  const code = /^\/countries\/([A-Z]{3})$/.exec(pathname)?.[1]
  if (code) return <CountryPage key={code} code={code} locale={readFilters(new URLSearchParams(search)).locale} />
  if (pathname === '/') return <CountriesPage query={search} />
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
