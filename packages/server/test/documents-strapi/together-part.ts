import { HttpClient } from '../beside/http-client.js'
import type { DatabaseName } from '../beside/recorded-project.js'
import type { Report } from '../beside/report.js'
import { timeZone } from '../beside/two-sides.js'
import { startStrapiOn } from './boot-part.js'
import { findDoubled } from './kills-part.js'
import { startDocuments } from './start-documents.js'
import { copyProject, type OwnProject, withPair } from './with-both.js'

const documents = 10

/** Counts of an experiment in which two servers write the same documents at once. */
interface Damage {
  readonly writes: number
  readonly failed: number
  readonly doubled: number
}

/** Lets Strapi and this server write the same documents at once, and requires no more damage than two Strapis do. */
export async function compareTogether(name: DatabaseName, rounds: number, report: Report): Promise<void> {
  report.say(`\ntwo servers that write the same documents at once, ${name}`)
  await withPair(name, report.say, async ({ theirs, ours }) => {
    const other = await copyProject(theirs, 'two')
    const twoStrapis = await measure(other, rounds, () => startStrapiOn(other))
    const mixed = await measure(ours, rounds, () => startDocuments(ours.folder, timeZone))
    const shown = ({ writes, failed, doubled }: Damage) =>
      `${doubled} doubled rows and ${failed} failed of ${writes} writes`
    report.say(`  two Strapis: ${shown(twoStrapis)}; Strapi and this server: ${shown(mixed)}`)
    report.check(mixed.doubled <= twoStrapis.doubled, `${name}: no more doubled rows than two Strapis make`)
  })
}

interface Server {
  readonly url: string
  stop(signal?: 'SIGTERM'): Promise<void>
}

async function measure(project: OwnProject, rounds: number, startSecond: () => Promise<Server>): Promise<Damage> {
  const first = await startStrapiOn(project)
  const second = await startSecond()
  const clients = [new HttpClient(first.url), new HttpClient(second.url)] as const
  let failed = 0
  const send = async (client: HttpClient, method: string, path: string, title: string): Promise<string> => {
    const { status, text } = await client.send({ method, path, caller: 'full', body: { data: { title } } })
    if (status >= 300) failed++
    return text
  }
  const ids: string[] = []
  for (let n = 0; n < documents; n++) {
    const text = await send(clients[0], 'POST', '/api/articles?status=draft', `Together ${n}`)
    ids.push((JSON.parse(text) as { data: { documentId: string } }).data.documentId)
  }
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      ids.flatMap((id) =>
        clients.map((client, at) => send(client, 'PUT', `/api/articles/${id}`, `Round ${round} of ${at}`)),
      ),
    )
  }
  for (const client of clients) client.close()
  await second.stop('SIGTERM')
  await first.stop('SIGTERM')
  return { writes: documents * rounds * 2, failed, doubled: (await findDoubled(project.database)).length }
}
