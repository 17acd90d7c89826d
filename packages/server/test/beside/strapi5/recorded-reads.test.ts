import { isDeepStrictEqual } from 'node:util'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JsonText, parseText } from '@content-api/engine/plan'
import { expect, it } from 'vitest'
import { cleanUpAfterFile } from '../../../../../tests/support/clean-up.js'
import { postgresDatabase } from '../../../../../tests/support/postgres.js'
import { differentParts } from '../compare-answers.js'
import { fillPostgres, fillSqlite, recordedReads } from './recorded-database.js'
import { openRecordedBeside, readAs, recordedTokens } from './served-project.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-strapi5-reads-'))
cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))

const databases = [
  ['sqlite', () => fillSqlite(folder)],
  ['postgres', async () => fillPostgres((await postgresDatabase()).connection.url)],
] as const

it.each(databases)('recorded reads have the responses of Strapi 5 or are forwarded, on %s', async (dialect, fill) => {
  const beside = await openRecordedBeside(join(folder, dialect), await fill())
  for (const token of recordedTokens) await readAs(beside, '/api/tags', token)
  const different: object[] = []
  const forwarded: string[] = []
  let successful = 0
  for (const { id, path, role, body } of recordedReads(dialect)) {
    const outcome = await readAs(beside, path, role)
    if (body !== null) successful++
    if (outcome.kind === 'response') {
      const ours = parseText(outcome.response.body as JsonText)
      if (!isDeepStrictEqual(ours, body))
        different.push({ id, path, parts: [...differentParts(body, ours)].slice(0, 3) })
    } else if (body !== null) {
      const { message } = outcome.kind === 'forwarded' ? outcome.reason : outcome.error
      forwarded.push(`${id}: ${path}: ${message}`)
    }
  }
  await beside.close()
  expect(different).toEqual([])
  const served = successful - forwarded.length
  if (process.env['SHOW_FORWARDED']) process.stdout.write(`${forwarded.join('\n')}\n`)
  process.stdout.write(`${dialect}: ${served} of ${successful} recorded reads of Strapi 5 are served\n`)
  expect(successful).toBeGreaterThan(300)
  expect(served / successful).toBeGreaterThan(0.9)
})
