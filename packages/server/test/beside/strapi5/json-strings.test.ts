import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JsonText, parseText } from '@content-api/engine/plan'
import { expect, it } from 'vitest'
import { cleanUpAfterFile } from '../../../../../tests/support/clean-up.js'
import { createDatabase } from './changed-database.js'
import { openRecordedBeside, readAs } from './served-project.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-strapi5-json-'))
cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Stored JSON, and the value in responses of Strapi 5: it parses a string twice, and shows the stored text
 * otherwise.
 */
const values: readonly (readonly [stored: string, shown: unknown])[] = [
  ['"{abc"', '"{abc"'],
  [String.raw`"{\"a\":1}"`, { a: 1 }],
  ['"[1, 2"', '"[1, 2"'],
  ['"[1, 2]"', [1, 2]],
  [String.raw`"\"quoted\""`, 'quoted'],
  [String.raw`"\"open"`, String.raw`"\"open"`],
  ['"text"', '"text"'],
  ['"5"', 5],
  ['"null"', null],
  ['{"a": "{"}', { a: '{' }],
]

/** Drafts before this one. */
const place = `(SELECT count(*) FROM articles before WHERE before.published_at IS NULL AND before.id < articles.id)`

it.each(['sqlite', 'postgres'] as const)('shows JSON strings as Strapi 5 does, on %s', async (dialect) => {
  const cases = values.map(([stored], index) => `WHEN ${index} THEN '${stored}'`).join(' ')
  const value = `CASE ${place} ${cases} END`
  const typed = dialect === 'sqlite' ? value : `(${value})::jsonb`
  const change = `UPDATE articles SET extra = ${typed} WHERE published_at IS NULL`
  const database = await createDatabase(dialect, folder, [change])
  const beside = await openRecordedBeside(join(folder, dialect), database)
  const outcome = await readAs(
    beside,
    `/api/articles?fields=extra&status=draft&locale=*&sort=id&pagination[limit]=${values.length}`,
  )
  await beside.close()
  if (outcome.kind !== 'response') throw new Error(JSON.stringify(outcome))
  const { data } = parseText(outcome.response.body as JsonText) as { data: { extra: unknown }[] }
  expect(data.map(({ extra }) => extra)).toEqual(values.map(([, expected]) => expected))
})
