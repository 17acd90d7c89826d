import type { Request } from 'express'
import type { Row, Statements } from './statements.js'

/**
 * Reads countries with their relations and components. One statement reads a relation for all countries of
 * the page.
 */

export const countryColumns =
  'id, name, officialName, code, alpha2, capital, area, independent, landlocked, unMember, emoji, createdAt, updatedAt, locale, localization_group, region_id, flag_id'

const languageColumns = 't.id, t.code, t.name, t.createdAt, t.updatedAt'
const currencyColumns = 't.id, t.code, t.name, t.symbol, t.createdAt, t.updatedAt'
const borderColumns = countryColumns.replaceAll(/\w+/g, (name) => `t.${name}`)
const fileColumns =
  'id, name, alternativeText, caption, width, height, formats, hash, ext, mime, size, url, previewUrl, provider, provider_metadata, createdAt, updatedAt'

export function entry({ id, ...attributes }: Row) {
  return { id, attributes }
}

export function countryEntry(row: Row) {
  const { id, localization_group: _group, region_id: _region, flag_id: _flag, ...attributes } = row
  return {
    id,
    attributes: {
      ...attributes,
      independent: boolean(row.independent),
      landlocked: boolean(row.landlocked),
      unMember: boolean(row.unMember),
    },
  }
}

function boolean(value: unknown): boolean | null {
  return value === null ? null : value === 1
}

export function pageOf(request: Request) {
  const page = Number(request.query['pagination[page]'] ?? 1)
  const pageSize = Number(request.query['pagination[pageSize]'] ?? 25)
  return { page, pageSize, start: (page - 1) * pageSize, withCount: request.query['pagination[withCount]'] !== 'false' }
}

/**
 * Reads a page of countries with the links that the request populates: all except cities, or two levels of
 * relations.
 */
export async function countries(statements: Statements, request: Request) {
  const { page, pageSize, start } = pageOf(request)
  const rows = await statements.all(
    `SELECT ${countryColumns} FROM countries WHERE locale = 'en' ORDER BY id LIMIT ? OFFSET ?`,
    [pageSize, start],
  )
  const everything = request.query['populate[facts]'] !== undefined
  const [locales, linked] = await Promise.all([
    localesOf(statements, rows),
    everything ? everythingOf(statements, rows) : twoLevelsOf(statements, rows),
  ])
  const data = rows.map((row) => {
    const { id, attributes } = countryEntry(row)
    const meta = { availableLocales: locales.get(row.localization_group) ?? [] }
    return { id, attributes: { ...attributes, ...linked(row) }, meta }
  })
  return { data, meta: { pagination: { page, pageSize } } }
}

type Linked = (row: Row) => object

/** A component of a dynamic zone, with its JSON attributes parsed. */
type Fact = Readonly<Record<string, unknown>>

/** Reads regions, languages, and borders with their currencies. */
async function twoLevelsOf(statements: Statements, rows: readonly Row[]): Promise<Linked> {
  const [regionOf, languagesOf, borders] = await Promise.all([
    regionsOf(statements, rows),
    linkedRows(statements, 'languages', languageColumns, rows),
    linkedRows(statements, 'countries', 't.id, t.name', rows, 'borders'),
  ])
  const currencies = await linkedRows(statements, 'currencies', currencyColumns, borders)
  const currenciesOf = byParent(currencies, entry)
  const bordersOf = byParent(borders, ({ id, name }) => ({
    id,
    attributes: { name, currencies: { data: currenciesOf.get(id) ?? [] } },
  }))
  const languages = byParent(languagesOf, entry)
  return ({ id, region_id }) => ({
    region: { data: regionOf.get(region_id) ?? null },
    languages: { data: languages.get(id) ?? [] },
    borders: { data: bordersOf.get(id) ?? [] },
  })
}

/** Reads flags, positions, translations, facts of three kinds, regions, languages, currencies and borders. */
async function everythingOf(statements: Statements, rows: readonly Row[]): Promise<Linked> {
  const [flags, positions, translations, demonyms, callings, domains, regionOf, languages, currencies, borders] =
    await Promise.all([
      byIds(statements, `SELECT ${fileColumns} FROM files`, rows, 'flag_id'),
      components(statements, 'components_geo_position', 'position', 'id, latitude, longitude', rows),
      components(statements, 'components_geo_translation', 'translations', 'id, language, common, official', rows),
      components(statements, 'components_facts_demonym', 'facts', 'id, language, feminine, masculine', rows),
      components(statements, 'components_facts_calling', 'facts', 'id, prefix, suffixes', rows),
      components(statements, 'components_facts_domains', 'facts', 'id, domains', rows),
      regionsOf(statements, rows),
      linkedRows(statements, 'languages', languageColumns, rows),
      linkedRows(statements, 'currencies', currencyColumns, rows),
      linkedRows(statements, 'countries', borderColumns, rows, 'borders'),
    ])
  const flagOf = new Map(flags.map((file) => [file.id, fileEntry(file)]))
  const positionOf = byParent(positions, withoutPlace)
  const translationsOf = byParent(translations, withoutPlace)
  const facts: Fact[] = [
    ...demonyms.map((row) => ({ ...row, __component: 'facts.demonym' })),
    ...callings.map((row) => ({ ...row, suffixes: parsed(row.suffixes), __component: 'facts.calling' })),
    ...domains.map((row) => ({ ...row, domains: parsed(row.domains), __component: 'facts.domains' })),
  ]
  const factsOf = byParent(
    facts.toSorted((a, b) => Number(a.place) - Number(b.place)),
    withoutPlace,
  )
  const languagesOf = byParent(languages, entry)
  const currenciesOf = byParent(currencies, entry)
  const bordersOf = byParent(borders, countryEntry)
  return ({ id, flag_id, region_id }) => ({
    flag: { data: flagOf.get(flag_id ?? null) ?? null },
    position: positionOf.get(id)?.[0] ?? null,
    translations: translationsOf.get(id) ?? [],
    facts: factsOf.get(id) ?? [],
    region: { data: regionOf.get(region_id) ?? null },
    languages: { data: languagesOf.get(id) ?? [] },
    currencies: { data: currenciesOf.get(id) ?? [] },
    borders: { data: bordersOf.get(id) ?? [] },
  })
}

function parsed(json: Row[string] | undefined): unknown {
  return typeof json === 'string' ? JSON.parse(json) : null
}

function fileEntry({ id, ...row }: Row) {
  return {
    id,
    attributes: { ...row, formats: parsed(row.formats), provider_metadata: parsed(row.provider_metadata) },
  }
}

function withoutPlace({ place: _place, ...row }: Fact) {
  return row
}

/** Reads the component rows of one field of the countries, in order. */
function components(statements: Statements, table: string, field: string, columns: string, rows: readonly Row[]) {
  return statements.all(
    `SELECT owner_id AS parent, position AS place, ${columns} FROM ${table} WHERE owner_type = 'api::country.country'
      AND owner_field = ? AND owner_id IN (SELECT value FROM json_each(?)) ORDER BY owner_id, position`,
    [field, JSON.stringify(rows.map(({ id }) => id))],
  )
}

/** Reads the rows that an ordered link table joins to the countries. */
function linkedRows(statements: Statements, table: string, columns: string, rows: readonly Row[], link = table) {
  return statements.all(
    `SELECT l.source_id AS parent, ${columns} FROM countries_${link}_links l JOIN ${table} t ON t.id = l.target_id
      WHERE l.source_id IN (SELECT value FROM json_each(?)) ORDER BY l.source_id, l.source_order`,
    [JSON.stringify([...new Set(rows.map(({ id }) => id))])],
  )
}

function byIds(statements: Statements, select: string, rows: readonly Row[], column: string) {
  const ids = [...new Set(rows.map((row) => row[column]))]
  return statements.all(`${select} WHERE id IN (SELECT value FROM json_each(?))`, [JSON.stringify(ids)])
}

async function regionsOf(statements: Statements, rows: readonly Row[]) {
  const regions = await byIds(statements, 'SELECT id, name, createdAt, updatedAt FROM regions', rows, 'region_id')
  return new Map(regions.map((region) => [region.id, entry(region)]))
}

export async function localesOf(statements: Statements, rows: readonly Row[]) {
  const groups = JSON.stringify(rows.map((row) => row.localization_group))
  const found = await statements.all(
    'SELECT localization_group AS parent, locale FROM countries WHERE localization_group IN (SELECT value FROM json_each(?)) ORDER BY id',
    [groups],
  )
  return byParent(found, ({ locale }) => locale)
}

export function byParent<Given extends Fact, Value>(
  rows: readonly Given[],
  write: (row: Omit<Given, 'parent'>) => Value,
): Map<unknown, Value[]> {
  const groups = new Map<unknown, Value[]>()
  for (const { parent, ...row } of rows) {
    const group = groups.get(parent ?? null)
    if (group) group.push(write(row))
    else groups.set(parent ?? null, [write(row)])
  }
  return groups
}
