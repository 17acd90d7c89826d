import express, { type Request, type Response } from 'express'
import { handwrittenGraphql } from './handwritten-graphql.js'
import { countries, countryColumns, countryEntry, entry, localesOf, pageOf } from './handwritten-countries.js'
import { type Row, Statements } from './statements.js'

/**
 * Starts a server that a developer could write by hand, with the same responses as the reference server. It
 * uses Express and one prepared sqlite3 statement per table or relation. Each relation is fetched for all
 * parents together, and JavaScript assembles the JSON. The server uses a database file of the reference
 * server, with the same pragmas, and caches no results.
 */
export async function startHandwritten(
  file: string,
  project: string,
): Promise<{ url: string; close(): Promise<void> }> {
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

  app.post('/graphql', await handwrittenGraphql(statements, project))

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
function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns a page of cities. Supports exactly the filters, fields and totals that the workloads request. */
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

/** Appends one language to a country. A language that is already related moves to the end. */
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
