import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const example = (file: string) => fileURLToPath(new URL(`../examples/atlas/${file}`, import.meta.url))

/** Copies the atlas that `.ci/run` has loaded with `npm start`, or loads it. */
async function loadAtlas(database: string): Promise<void> {
  const loaded = process.env['ATLAS_DATABASE']
  if (loaded !== undefined) return cp(loaded, database)
  const load = [example('start.mjs'), '--load-only', '--database', database]
  const { stdout } = await promisify(execFile)(process.execPath, load)
  if (!stdout.includes('Loaded 172,146 entries')) throw new Error(`The atlas was not loaded: ${stdout}`)
}

/** Starts the example as its README describes, in a separate process, and uses it through the SDK. */
describe('the atlas example', () => {
  let folder: string
  let server: ChildProcessByStdio<null, Readable, null>
  let url: string
  /** The write request that the start prints. */
  let printed: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atlas-'))
    const database = join(folder, 'atlas.db')
    await loadAtlas(database)
    server = spawn(process.execPath, [example('start.mjs'), '--port', '0', '--database', database], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    url = await new Promise((resolve, reject) => {
      server.once('exit', (code) => reject(new Error(`The atlas ended with code ${code}`)))
      let said = ''
      createInterface({ input: server.stdout }).on('line', (line) => {
        said += `${line}\n`
        const base = /served at (\S+)\/api/.exec(said)?.[1]
        printed = /curl '[^']*\/api\/cities' -H [^]*?\}'$/m.exec(said)?.[0] ?? ''
        if (base !== undefined && printed !== '') resolve(base)
      })
    })
  }, 120_000)

  afterAll(async () => {
    if (server?.exitCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  })

  it('responds to the first request of the README', async () => {
    const query =
      'filters[region][name][$eq]=Europe&populate[borders][fields][0]=name&sort=area:desc&pagination[pageSize]=3'
    const response = await fetch(`${url}/api/countries?${query}`)
    const { data, meta } = (await response.json()) as {
      data: { attributes: { name: string; borders: { data: { attributes: object }[] } } }[]
      meta: object
    }
    expect(response.status).toBe(200)
    expect(data.map(({ attributes }) => attributes.name)).toEqual(['Russia', 'Ukraine', 'France'])
    expect(data[2]?.attributes.borders.data[0]).toMatchObject({ attributes: { name: 'Andorra' } })
    expect(meta).toEqual({ pagination: { page: 1, pageSize: 3, pageCount: 18, total: 53 } })
  })

  it('keeps the data of an earlier start, and runs the tour through the SDK', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [example('tour.mjs'), url])
    expect(stdout.trim().split('\n')).toEqual([
      'The three largest of 53 countries in Europe:',
      expect.stringMatching(/^ {2}Russia, 17098242 km², borders Azerbaijan, /),
      expect.stringMatching(/^ {2}Ukraine, /),
      expect.stringMatching(/^ {2}France, .* Switzerland$/),
      'Confédération suisse (CHF) speaks 4 languages',
      '578 cities have a name that starts with "San J"',
      'Atlantis Nova is created at 0° and moved to 31.5° north',
      'It is gone again',
      expect.stringMatching(/^Refused: latitude: .*90/),
    ])
  })

  it('permits public reads, and writes with the printed token', async () => {
    const city = { name: 'Atlantis', latitude: 31.5, longitude: -24.5 }
    const refused = await fetch(`${url}/api/cities`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: city }),
    })
    expect(refused.status).toBe(403)
    const run = async (command: string) => JSON.parse((await promisify(execFile)('sh', ['-c', command])).stdout)
    const { data } = await run(`${printed} --silent`)
    expect(data.attributes).toMatchObject(city)
    // The hook trims the name and rejects a city that exists.
    const again = printed.replace('"Atlantis"', '"  Atlantis "')
    const { error } = await run(`${again} --silent`)
    expect(error).toMatchObject({ status: 400, message: 'Atlantis is there already', details: { id: data.id } })
    const placeless = await run(`${printed.replace(', "longitude": -24.5', '')} --silent`)
    expect(placeless.error.details.errors).toMatchObject([
      { path: ['longitude'], message: 'longitude must be defined.' },
    ])
    const authorization = /Bearer \w+/.exec(printed)?.[0] ?? ''
    const gone = await fetch(`${url}/api/cities/${data.id}`, { method: 'DELETE', headers: { authorization } })
    expect(gone.status).toBe(200)
  })

  it('has a custom route', async () => {
    const statistics = async (code: string) => (await fetch(`${url}/api/countries/${code}/statistics`)).json()
    expect(await statistics('che')).toMatchObject({
      code: 'CHE',
      name: 'Switzerland',
      neighbours: ['AUT', 'FRA', 'ITA', 'LIE', 'DEU'],
      cities: 1425,
      utmost: { north: { name: 'Schleitheim' }, south: { name: 'Chiasso' } },
    })
    expect(await statistics('XYZ')).toMatchObject({ error: { status: 404 } })
  })

  it('has GraphQL with the field, the query and the policy of its extension', async () => {
    const ask = async (query: string) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      return (await response.json()) as { data: Record<string, unknown>; errors?: { message: string }[] }
    }
    const zurich = '{ cities(filters: { name: { eq: "Zürich" } }) { data { attributes { coordinates } } } }'
    expect(await ask(zurich)).toEqual({
      data: { cities: { data: [{ attributes: { coordinates: '47.37° N, 8.55° E' } }] } },
    })
    const near = (kilometres: number) =>
      `{ citiesNear(latitude: 46.95, longitude: 7.45, kilometres: ${kilometres}) { name country kilometres } }`
    const { data } = await ask(near(10))
    const found = data.citiesNear as { name: string; country: string; kilometres: number }[]
    expect(found.length).toBeGreaterThan(3)
    expect(found[0]).toMatchObject({ name: 'Bern', country: 'Switzerland' })
    expect(found.map(({ kilometres }) => kilometres)).toEqual(
      found.map(({ kilometres }) => kilometres).toSorted((one, other) => one - other),
    )
    expect(found.at(-1)?.kilometres).toBeLessThanOrEqual(10)
    expect(await ask(near(500))).toMatchObject({ data: null, errors: [{ message: 'Policy Failed' }] })
    expect(await ask('mutation { createRegion(data: { name: "Atlantis" }) { data { id } } }')).not.toHaveProperty(
      'data',
    )
  })
})
