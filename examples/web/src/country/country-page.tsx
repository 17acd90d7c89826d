import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { useSession } from '../account/session.tsx'
import type { LocaleCode } from '../countries/country-filters.js'
import { CountryForm } from '../edit/country-form.tsx'
import { PictureUpload } from '../edit/picture-upload.tsx'
import { Flag } from '../page/flag.tsx'
import { Link } from '../page/link.tsx'
import { Problem } from '../page/problem.tsx'
import { usePageTitle } from '../page/use-page-title.js'
import { Cities } from './cities.tsx'
import { countryDocument } from './country-document.js'
import { CountryFacts } from './country-facts.tsx'
import { type Country, draftOf } from './country.js'
import { Translations } from './translations.tsx'

interface CountryPageProps {
  readonly code: string
  readonly locale: LocaleCode
}

/** Shows one country by GraphQL, and its cities by REST. */
export function CountryPage({ code, locale }: CountryPageProps) {
  const [{ data, error, fetching }, ask] = useQuery({ query: countryDocument, variables: { code, locale } })
  const again = () => ask({ requestPolicy: 'network-only' })
  const { user } = useSession()
  // Repeats a failed request after a login or a logout, because another user may have other permissions.
  const refusedTo = useRef(user)
  useEffect(() => {
    if (!error || refusedTo.current === user) return
    refusedTo.current = user
    ask({ requestPolicy: 'network-only' })
  }, [error, user, ask])
  const country = data?.countries?.[0]
  usePageTitle(country?.name)
  return (
    <article className="country">
      <Link to={locale === 'en' ? '/' : `/?locale=${locale}`} className="back">
        ← All countries
      </Link>
      {error && <Problem error={error} onRetry={again} />}
      {!error && fetching && !country && <div className="country-hero placeholder" aria-busy="true" />}
      {!error && !fetching && !country && (
        <div className="problem">
          <strong>There is no country “{code}”</strong>
        </div>
      )}
      {!error && country && <CountryView country={country} locale={locale} onChanged={again} />}
    </article>
  )
}

interface CountryViewProps {
  readonly country: Country
  readonly locale: LocaleCode
  readonly onChanged: () => void
}

function CountryView({ country, locale, onChanged }: CountryViewProps) {
  const { asUser } = useSession()
  const [editing, setEditing] = useState(false)
  const [saved, setSaved] = useState(false)
  // The button that opened the form was removed in the meantime, so the focus is restored explicitly.
  const [changedBefore, setChangedBefore] = useState(false)
  const { name, officialName, code, flag, region, translations } = country
  const borders = country.borders ?? []
  const id = Number(country.id)
  const changed = () => {
    setSaved(true)
    setEditing(false)
    onChanged()
  }
  return (
    <>
      <header className="country-hero">
        <div className="picture">
          <Flag flag={flag} format="medium" />
          {editing && <PictureUpload id={id} name={name} onUploaded={onChanged} />}
        </div>
        <div>
          <p className="small">{[region?.name, code].filter(Boolean).join(' · ')}</p>
          <h1>{name}</h1>
          <p className="official">{officialName}</p>
          {!editing && (
            <button
              type="button"
              autoFocus={changedBefore}
              onClick={() =>
                asUser(() => {
                  setSaved(false)
                  setChangedBefore(true)
                  setEditing(true)
                })
              }
            >
              Change
            </button>
          )}
          {saved && (
            <p className="saved" role="status">
              Saved.
            </p>
          )}
        </div>
      </header>
      {editing ? (
        <CountryForm id={id} country={draftOf(country)} onSaved={changed} onCancel={() => setEditing(false)} />
      ) : (
        <>
          <CountryFacts country={country} />
          {borders.length > 0 && (
            <section>
              <h2>Neighbours</h2>
              <ul className="neighbours">
                {borders.map((neighbour) => (
                  <li key={neighbour.id}>
                    <Link to={`/countries/${neighbour.code}${locale === 'en' ? '' : `?locale=${locale}`}`}>
                      <Flag flag={neighbour.flag} /> {neighbour.name}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <Cities code={code} />
          <Translations translations={translations} />
        </>
      )}
    </>
  )
}
