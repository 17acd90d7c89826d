import { EventEmitter, once } from 'node:events'
import type { DatabaseName } from '../beside/recorded-project.js'
import { HttpClient } from '../beside/http-client.js'
import type { DatabaseAddress } from '../beside/recorded-rows.js'
import type { Report } from '../beside/report.js'
import { timeZone } from '../beside/two-sides.js'
import { Random } from '../strapi-starts/random.js'
import { readRows } from './read-rows.js'
import { type DocumentsProcess, startDocuments } from './start-documents.js'
import { withPair } from './with-both.js'

/** What the server acknowledged of one document: the last title, and titles whose outcome nobody knows. */
interface Acknowledged {
  title: string
  unknown: Set<string>
}

const writers = 4

/** Kills two servers of one database in turn during writes, and requires that nothing acknowledged is lost. */
export async function compareAfterKills(name: DatabaseName, kills: number, report: Report): Promise<void> {
  report.say(`\n${kills} kills of two servers of one database, ${name}`)
  await withPair(name, report.say, async ({ ours }) => {
    const start = () => startDocuments(ours.folder, timeZone)
    const servers: DocumentsProcess[] = [await start(), await start()]
    const random = new Random(1)
    const documents = new Map<string, Acknowledged>()
    const events = new EventEmitter()
    const progress = { isDone: false, writes: 0 }
    const running = Array.from({ length: writers }, async (_, writer) => {
      for (let n = 0; !progress.isDone; n++) {
        const { url } = servers[(writer + n) % servers.length] as DocumentsProcess
        if (await writeOnce(url, documents, new Random(writer * 100_000 + n), `${writer}-${n}`)) {
          progress.writes++
          events.emit('write')
        }
      }
    })
    for (let n = 0; n < kills; n++) {
      const at = n % 2
      const wanted = progress.writes + random.integer(5, 25)
      for (let left = wanted - progress.writes; left > 0; left = wanted - progress.writes) await once(events, 'write')
      await servers[at]?.stop('SIGKILL')
      servers[at] = await start()
    }
    progress.isDone = true
    await Promise.all(running)
    const lost = await findLost(servers[0] as DocumentsProcess, documents)
    for (const server of servers) await server.stop()
    report.check(
      lost.length === 0,
      `${name}: none of ${progress.writes} acknowledged writes is lost ${lost.slice(0, 3).join('; ')}`,
    )
    const doubled = await findDoubled(ours.database)
    report.check(
      doubled.length === 0,
      `${name}: no document has two rows of one state and locale ${doubled.slice(0, 3).join('; ')}`,
    )
  })
}

/** Creates or changes a document. Returns whether the server acknowledged it. */
async function writeOnce(
  url: string,
  documents: Map<string, Acknowledged>,
  random: Random,
  title: string,
): Promise<boolean> {
  const client = new HttpClient(url)
  const body = { data: { title: `Kill ${title}` } }
  const documentId = random.chance(0.4) || documents.size === 0 ? undefined : random.one([...documents.keys()])
  const known = documentId === undefined ? undefined : documents.get(documentId)
  known?.unknown.add(body.data.title)
  try {
    const path =
      documentId === undefined
        ? '/api/articles'
        : `/api/articles/${documentId}${random.chance(0.5) ? '?status=draft' : ''}`
    const { status, text } = await client.send({
      method: documentId === undefined ? 'POST' : 'PUT',
      path,
      caller: 'full',
      body,
    })
    if (status >= 300) return false
    const { data } = JSON.parse(text) as { readonly data: { readonly documentId: string } }
    if (!known) documents.set(data.documentId, { title: body.data.title, unknown: new Set() })
    return true
  } catch {
    // The server was killed.
    return false
  } finally {
    client.close()
  }
}

/** Returns the documents that are missing, or whose draft has a title that was never sent. */
async function findLost(
  server: DocumentsProcess,
  documents: ReadonlyMap<string, Acknowledged>,
): Promise<readonly string[]> {
  const client = new HttpClient(server.url)
  const lost: string[] = []
  for (const [documentId, { title, unknown }] of documents) {
    const { status, text } = await client.get(`/api/articles/${documentId}?status=draft&fields=title`, 'full')
    const stored = status === 200 ? (JSON.parse(text) as { data: { title: string } }).data.title : null
    if (stored === null || (stored !== title && !unknown.has(stored))) lost.push(`${documentId} ${String(stored)}`)
  }
  client.close()
  return lost
}

/** Returns the documents with several rows of one state and locale. */
export async function findDoubled(database: DatabaseAddress): Promise<readonly string[]> {
  const doubled: string[] = []
  for (const [table, rows] of await readRows(database)) {
    if (!rows.some((row) => 'document_id' in row && 'published_at' in row)) continue
    const known = new Set<string>()
    for (const row of rows) {
      const state = row['published_at'] === null ? 'draft' : 'published'
      const key = `${table} ${String(row['document_id'])} ${String(row['locale'])} ${state}`
      if (known.has(key)) doubled.push(key)
      known.add(key)
    }
  }
  return doubled
}
