import type { Registry } from '@content-api/model'
import { HttpClient } from '../beside/http-client.js'
import type { DatabaseName } from '../beside/recorded-project.js'
import type { Report } from '../beside/report.js'
import { timeZone } from '../beside/two-sides.js'
import { startInFolder, type StrapiProcess } from '../strapi-round-trip/strapi-project.js'
import { readNamedRows } from './compare-rows.js'
import { describeDatabase, findDamage, schemaHash, without } from './describe-database.js'
import type { OwnProject } from './with-both.js'

/** Starts Strapi in a project. */
export const startStrapiOn = ({ folder }: OwnProject): Promise<StrapiProcess> =>
  startInFolder(folder, { NODE_ENV: 'production', TZ: timeZone })

/** Requires that Strapi opens a database that this server wrote, changes nothing, and goes on with its documents. */
export async function requireStrapiBoots(
  project: OwnProject,
  registry: Registry,
  name: DatabaseName,
  report: Report,
): Promise<void> {
  const { database } = project
  const rowsOf = async () => {
    const rows = await readNamedRows(registry, database, (id) => id)
    return [...rows].flatMap(([table, lines]) => lines.map((line) => `${table} ${line}`))
  }
  const before = { schema: await describeDatabase(database), hash: await schemaHash(database), rows: await rowsOf() }
  const damage = await findDamage(database)
  report.check(damage.length === 0, `${name}: no damage after our writes ${damage.slice(0, 3).join(' ')}`)
  const first = await startStrapiOn(project)
  await first.stop('SIGTERM')
  const after = { schema: await describeDatabase(database), hash: await schemaHash(database), rows: await rowsOf() }
  report.check(before.hash === after.hash, `${name}: Strapi boots with its schema hash unchanged`)
  const changed = [...without(before.schema, after.schema), ...without(after.schema, before.schema)]
  report.check(
    changed.length === 0,
    `${name}: the boot changes no table, column, key or index ${changed.slice(0, 3).join('; ')}`,
  )
  const rows = [...without(before.rows, after.rows), ...without(after.rows, before.rows)]
  report.check(
    rows.length === 0,
    `${name}: the boot changes none of ${before.rows.length} rows ${rows.slice(0, 2).join('; ')}`,
  )
  const strapi = await startStrapiOn(project)
  const client = new HttpClient(strapi.url)
  try {
    await editDocuments(client, name, report)
  } finally {
    client.close()
    await strapi.stop('SIGTERM')
  }
  const later = await findDamage(database)
  report.check(later.length === 0, `${name}: no damage after the writes of Strapi ${later.slice(0, 3).join(' ')}`)
}

/** Lets Strapi edit, publish and delete documents. */
async function editDocuments(client: HttpClient, name: DatabaseName, report: Report): Promise<void> {
  const list = await client.get('/api/articles?status=draft&pagination[pageSize]=20&sort=id:desc&fields=title', 'full')
  const { data } = JSON.parse(list.text) as { readonly data: readonly { readonly documentId: string }[] }
  const wrong: string[] = []
  const send = async (method: string, path: string, body: object | undefined, expected: number) => {
    const { status, text } = await client.send({ method, path, caller: 'full', ...(body && { body }) })
    if (status !== expected) wrong.push(`${method} ${path} ${status} ${text.slice(0, 200)}`)
  }
  for (const [index, { documentId }] of data.entries()) {
    const path = `/api/articles/${documentId}`
    const body = {
      data: {
        title: `By Strapi ${index}`,
        slug: null,
        code: null,
        rating: 5,
        contactEmail: null,
        seo: null,
        zone: [],
        links: [],
      },
    }
    await send('PUT', `${path}?status=draft`, body, 200)
    await send('PUT', path, { data: {} }, 200)
    if (index % 2 === 0) await send('DELETE', `${path}?locale=*`, undefined, 204)
  }
  report.check(
    wrong.length === 0,
    `${name}: Strapi edits and publishes ${data.length} of our documents, and deletes half of them ${wrong.slice(0, 3).join('; ')}`,
  )
}
