import express, { type Request, type Response } from 'express'
import { type Row, Statements } from './statements.js'

/**
 * What a developer would write by hand for the same answers: Express, one prepared sqlite3 statement per table or relation,
 * the rows of each relation fetched for all parents at once, the JSON assembled in JavaScript. It reads and writes the very
 * file that the reference server made, under the same pragmas, and keeps no results.
 */
export async function startHandwritten(file: string): Promise<{ url: string; close(): Promise<void> }> {
  const statements = await Statements.open(file)
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.use(express.json())

  app.get('/constant', (_request, response) => {
    response.json(constant)
  })
  app.get(
    '/api/cities',
    handle((request) => cities(statements, request)),
  )
  app.get(
    '/api/countries',
    handle((request) => countries(statements, request)),
  )
  app.get(
    '/api/countries/:id',
    handle((request) => country(statements, Number(request.params.id))),
  )
  app.post(
    '/api/cities',
    handle((request) => createCity(statements, request.body.data)),
  )
  app.put(
    '/api/countries/:id',
    handle((request) => updateCountry(statements, Number(request.params.id), request.body.data)),
  )

  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await statements.close()
    },
  }
}

const constant = { data: [], meta: {} }

function handle(work: (request: Request) => Promise<unknown>) {
  return (request: Request, response: Response) => {
    work(request).then(
      (body) => response.json(body),
      (error: unknown) => response.status(500).json({ error: String(error) }),
    )
  }
}

const cityColumns = 'id, name, latitude, longitude, division, createdAt, updatedAt'
const countryColumns =
  'id, name, officialName, code, alpha2, capital, area, independent, landlocked, unMember, emoji, createdAt, updatedAt, locale, localization_group, region_id'

function entry({ id, ...attributes }: Row) {
  return { id, attributes }
}

function countryEntry(row: Row) {
  const { id, localization_group: _group, region_id: _region, ...attributes } = row
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

function pageOf(request: Request) {
  const page = Number(request.query['pagination[page]'] ?? 1)
  const pageSize = Number(request.query['pagination[pageSize]'] ?? 25)
  return { page, pageSize, start: (page - 1) * pageSize, withCount: request.query['pagination[withCount]'] !== 'false' }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The list, with a range filter, a deep filter, a field list or a total as the request asks. */
async function cities(statements: Statements, request: Request) {
  const { page, pageSize, start, withCount } = pageOf(request)
  const from = text(request.query['filters[name][$gte]'])
  const region = text(request.query['filters[country][region][name][$eq]'])
  if (from !== undefined) {
    const rows = await statements.all(
      'SELECT id, name, latitude FROM cities WHERE name >= ? ORDER BY name, id LIMIT ? OFFSET ?',
      [from, pageSize, start],
    )
    return { data: rows.map(entry), meta: { pagination: { page, pageSize } } }
  }
  if (region !== undefined) {
    const rows = await statements.all(
      `SELECT ${cityColumns} FROM cities WHERE country_id IN
        (SELECT id FROM countries WHERE region_id IN (SELECT id FROM regions WHERE name = ?)) ORDER BY id LIMIT ? OFFSET ?`,
      [region, pageSize, start],
    )
    return { data: rows.map(entry), meta: { pagination: { page, pageSize } } }
  }
  const rows = await statements.all(`SELECT ${cityColumns} FROM cities ORDER BY id LIMIT ? OFFSET ?`, [pageSize, start])
  if (!withCount) return { data: rows.map(entry), meta: { pagination: { page, pageSize } } }
  const total = (await statements.get('SELECT count(*) AS total FROM cities', []))?.total as number
  return {
    data: rows.map(entry),
    meta: { pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total } },
  }
}

/** Two levels of relations: region, languages, and the borders with their currencies. */
async function countries(statements: Statements, request: Request) {
  const { page, pageSize, start } = pageOf(request)
  const rows = await statements.all(
    `SELECT ${countryColumns} FROM countries WHERE locale = 'en' ORDER BY id LIMIT ? OFFSET ?`,
    [pageSize, start],
  )
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const regionIds = JSON.stringify([...new Set(rows.map((row) => row.region_id))])
  const [locales, regions, languages, borders] = await Promise.all([
    localesOf(statements, rows),
    statements.all('SELECT id, name, createdAt, updatedAt FROM regions WHERE id IN (SELECT value FROM json_each(?))', [
      regionIds,
    ]),
    statements.all(
      `SELECT l.source_id AS parent, t.id, t.code, t.name, t.createdAt, t.updatedAt FROM countries_languages_links l
        JOIN languages t ON t.id = l.target_id WHERE l.source_id IN (SELECT value FROM json_each(?)) ORDER BY l.source_id, l.source_order`,
      [ids],
    ),
    statements.all(
      `SELECT l.source_id AS parent, t.id, t.name FROM countries_borders_links l
        JOIN countries t ON t.id = l.target_id WHERE l.source_id IN (SELECT value FROM json_each(?)) ORDER BY l.source_id, l.source_order`,
      [ids],
    ),
  ])
  const borderIds = JSON.stringify([...new Set(borders.map(({ id }) => id))])
  const currencies = await statements.all(
    `SELECT l.source_id AS parent, t.id, t.code, t.name, t.symbol, t.createdAt, t.updatedAt FROM countries_currencies_links l
      JOIN currencies t ON t.id = l.target_id WHERE l.source_id IN (SELECT value FROM json_each(?)) ORDER BY l.source_id, l.source_order`,
    [borderIds],
  )
  const regionById = new Map(regions.map((region) => [region.id, entry(region)]))
  const languagesOf = byParent(languages, entry)
  const currenciesOf = byParent(currencies, entry)
  const bordersOf = byParent(borders, (border) => {
    const { id, name } = border
    return { id, attributes: { name, currencies: { data: currenciesOf.get(id) ?? [] } } }
  })
  const data = rows.map((row) => {
    const { id, attributes } = countryEntry(row)
    return {
      id,
      attributes: {
        ...attributes,
        region: { data: regionById.get(row.region_id) ?? null },
        languages: { data: languagesOf.get(id) ?? [] },
        borders: { data: bordersOf.get(id) ?? [] },
      },
      meta: { availableLocales: locales.get(row.localization_group) ?? [] },
    }
  })
  return { data, meta: { pagination: { page, pageSize } } }
}

async function localesOf(statements: Statements, rows: readonly Row[]) {
  const groups = JSON.stringify(rows.map((row) => row.localization_group))
  const found = await statements.all(
    'SELECT localization_group AS parent, locale FROM countries WHERE localization_group IN (SELECT value FROM json_each(?)) ORDER BY id',
    [groups],
  )
  return byParent(found, ({ locale }) => locale)
}

function byParent<Value>(rows: readonly Row[], write: (row: Row) => Value): Map<unknown, Value[]> {
  const groups = new Map<unknown, Value[]>()
  for (const { parent, ...row } of rows) {
    const group = groups.get(parent ?? null)
    if (group) group.push(write(row))
    else groups.set(parent ?? null, [write(row)])
  }
  return groups
}

async function country(statements: Statements, id: number) {
  const row = await statements.get(`SELECT ${countryColumns} FROM countries WHERE id = ?`, [id])
  if (!row) return { data: null }
  const locales = await localesOf(statements, [row])
  const meta = { availableLocales: locales.get(row.localization_group) ?? [] }
  return { data: { ...countryEntry(row), meta }, meta: {} }
}

interface CityBody {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  readonly country: number
}

async function createCity(statements: Statements, { name, latitude, longitude, country: countryId }: CityBody) {
  const now = new Date().toISOString()
  return statements.write(async () => {
    await statements.run(
      `INSERT INTO cities (name, latitude, longitude, createdAt, updatedAt, country_id, country_order) VALUES (?, ?, ?, ?, ?, ?,
        (SELECT coalesce(max(country_order), 0) + 1 FROM cities WHERE country_id = ?))`,
      [name, latitude, longitude, now, now, countryId, countryId],
    )
    const row = await statements.writeGet(`SELECT ${cityColumns} FROM cities WHERE id = last_insert_rowid()`, [])
    return { data: { ...entry(row as Row), meta: {} }, meta: {} }
  })
}

/** Appends one language to a country; a language that is there already moves to the end. */
async function updateCountry(
  statements: Statements,
  id: number,
  { languages }: { languages: { connect: readonly [number] } },
) {
  const [language] = languages.connect
  return statements.write(async () => {
    await statements.run('UPDATE countries SET updatedAt = ? WHERE id = ?', [new Date().toISOString(), id])
    await statements.run('DELETE FROM countries_languages_links WHERE source_id = ? AND target_id = ?', [id, language])
    await statements.run(
      `INSERT INTO countries_languages_links (source_id, target_id, source_order, target_order) VALUES (?, ?,
        (SELECT coalesce(max(source_order), 0) + 1 FROM countries_languages_links WHERE source_id = ?),
        (SELECT coalesce(max(target_order), 0) + 1 FROM countries_languages_links WHERE target_id = ?))`,
      [id, language, id, language],
    )
    const row = await statements.writeGet(`SELECT ${countryColumns} FROM countries WHERE id = ?`, [id])
    return { data: { ...countryEntry(row as Row), meta: {} }, meta: {} }
  })
}
