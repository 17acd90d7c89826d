import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgresDatabase } from '../../../../scripts/lib/postgres-database.mjs'
import { differences } from '../replay/compare.js'
import { Session } from '../replay/session.js'
import { readUnchanged } from './exchange-kinds.js'
import { createRecordedProject, recordedSecrets } from './recorded-project.js'

// `tsx packages/server/test/beside/record-postgres-reads.ts` records the responses of Strapi 4.26.2 on
// PostgreSQL to the recorded reads, where they differ from those on SQLite.
const say = (line: string) => void process.stdout.write(`${line}\n`)
// Strapi converts the path of a mail provider to lower case.
const folder = join(tmpdir(), `content-api-record-${randomBytes(6).toString('hex')}`)
await mkdir(folder)
const postgres = await startPostgresDatabase()
try {
  const project = await createRecordedProject(folder, { postgres: postgres.url, timeZone: 'UTC', say })
  const strapi = await project.start()
  try {
    const noMail = () => Promise.resolve(undefined)
    const session = new Session(Number(new URL(strapi.url).port), noMail, recordedSecrets.jwt)
    const { reads } = await readUnchanged()
    const lines: string[] = []
    for (const read of reads) {
      const { id, response, rawLimit } = read
      if (!response) continue
      const { status, body } = await session.send(read)
      const expected = { ...response, ...(rawLimit !== undefined && { rawLimit }) }
      if (differences(expected, { status, body, headers: response.headers }, read).length === 0) continue
      lines.push(`${JSON.stringify({ id, status, body })}\n`)
    }
    await writeFile(fileURLToPath(new URL('../oracle/postgres-reads.jsonl', import.meta.url)), lines.join(''))
    say(`${lines.length} of ${reads.length} responses differ`)
  } finally {
    await strapi.stop('SIGTERM')
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
