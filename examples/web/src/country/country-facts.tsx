import type { ReactNode } from 'react'
import { square } from '../countries/country-card.tsx'
import { callingCodes, type Country, degrees, textsIn } from './country.js'
import { Locator } from './locator.tsx'

/** Shows short facts, in two columns if there is room. */
export function CountryFacts({ country }: { readonly country: Country }) {
  const { capital, area, position, languages, currencies, landlocked, unMember, facts } = country
  return (
    <section className="facts">
      <dl>
        <Fact name="Capital">{capital}</Fact>
        <Fact name="Area">{area === null ? null : square(area)}</Fact>
        <Fact name="Languages">{chips(languages?.map(({ name }) => name))}</Fact>
        <Fact name="Currencies">{chips(currencies?.map(({ name, code }) => `${name} (${code})`))}</Fact>
        {facts?.map((fact) => (
          <ZoneFact key={JSON.stringify(fact)} fact={fact} />
        ))}
        <Fact name="Coast">{landlocked ? 'none' : 'yes'}</Fact>
        <Fact name="United Nations">{unMember ? 'member' : 'no member'}</Fact>
      </dl>
      {position && (
        <figure>
          <Locator {...position} />
          <figcaption>
            {degrees(position.latitude, ['N', 'S'])}, {degrees(position.longitude, ['E', 'W'])}
          </figcaption>
        </figure>
      )}
    </section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === null || children === '') return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const chips = (names: readonly string[] = []) =>
  names.length === 0 ? null : (
    <ul className="chips">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )

type Zone = NonNullable<Country['facts']>[number]

/** Shows a component of the dynamic zone, by its type. */
function ZoneFact({ fact }: { readonly fact: Zone }) {
  switch (fact?.__typename) {
    case 'ComponentFactsDemonym':
      return fact.language === 'eng' ? <Fact name="People">{fact.masculine}</Fact> : null
    case 'ComponentFactsCalling':
      return <Fact name="Calling code">{callingCodes(fact.prefix, fact.suffixes)}</Fact>
    case 'ComponentFactsDomains':
      return <Fact name="Domain">{textsIn(fact.domains).join(', ')}</Fact>
    default:
      return null
  }
}
