import { isDeepStrictEqual } from 'node:util'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cleanUpAfterFile } from '../../../../../tests/support/clean-up.js'
import { postgresDatabase } from '../../../../../tests/support/postgres.js'
import { differentParts } from '../compare-answers.js'
import { fillPostgres, fillSqlite, loadRecordedModel, recordedReads } from './recorded-database.js'
import { openDocumentReader } from './document-reader.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-strapi5-reads-'))
cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))

const databases = [
  ['sqlite', () => fillSqlite(folder)],
  ['postgres', async () => fillPostgres((await postgresDatabase()).connection.url)],
] as const

it.each(databases)('recorded reads have the responses of Strapi 5 or are forwarded, on %s', async (dialect, fill) => {
  const reader = await openDocumentReader(await loadRecordedModel(), await fill())
  const different: object[] = []
  const forwarded: string[] = []
  let successful = 0
  for (const { id, path, role, body } of recordedReads(dialect)) {
    const read = await reader.read(path, role)
    if (!read) continue
    if (body !== null) successful++
    if ('forwarded' in read && body === null) continue
    if ('forwarded' in read) forwarded.push(`${id}: ${path}: ${read.forwarded}`)
    else if (!isDeepStrictEqual(read.body, body)) {
      different.push({ id, path, parts: [...differentParts(body, read.body)].slice(0, 3) })
    }
  }
  await reader.close()
  expect(different).toEqual([])
  const served = successful - forwarded.length
  if (process.env['SHOW_FORWARDED']) process.stdout.write(`${forwarded.join('\n')}\n`)
  process.stdout.write(`${dialect}: ${served} of ${successful} recorded reads of Strapi 5 are served\n`)
  expect(successful).toBeGreaterThan(300)
  expect(served / successful).toBeGreaterThan(0.85)
})
