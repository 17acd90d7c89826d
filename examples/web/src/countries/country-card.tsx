import { Flag } from '../page/flag.tsx'
import { Link } from '../page/link.tsx'
import type { LocaleCode } from './country-filters.js'
import type { ListedCountry } from './find-countries.js'

interface CountryCardProps {
  readonly country: ListedCountry
  readonly locale: LocaleCode
}

export function CountryCard({ country, locale }: CountryCardProps) {
  const { code, name, capital, area, flag, region, languages } = country
  return (
    <li className="country-card">
      <Link to={`/countries/${code}${locale === 'en' ? '' : `?locale=${locale}`}`}>
        <Flag flag={flag} />
        <div className="text">
          <h2>{name}</h2>
          <p className="capital">{capital ?? 'no capital'}</p>
          <p className="small">
            {region?.name}
            {area !== null && ` · ${square(area)}`}
          </p>
          <p className="small">{listed(languages.map(({ name }) => name))}</p>
        </div>
      </Link>
    </li>
  )
}

const kilometres = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

export const square = (area: number) => `${kilometres.format(area)} km²`

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown
}
