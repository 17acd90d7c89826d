import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JsonText, parseText } from '@content-api/engine/plan'
import type { DialectName } from '../../../../engine/src/layout/value-formats.js'
import { cleanUpAfterFile } from '../../../../../tests/support/clean-up.js'
import type { Beside } from '@content-api/strapi-reads/open-beside'
import type { Outcome } from '@content-api/strapi-reads/serve-reads'
import { differentParts } from '../compare-answers.js'
import { createDatabase } from './changed-database.js'
import { openRecordedBeside, readAs, recordedTokens } from './served-project.js'

/** A recorded read and the body of Strapi's response; null for a status other than 200, and for errors. */
export interface ComparedRead {
  readonly id: string
  /** The path or the operation. */
  readonly shown: string
  readonly body: unknown
  readonly send: (beside: Beside) => Promise<Outcome>
}

/** The result of a comparison of recorded reads. */
export interface RecordedComparison {
  /** Reads with other responses than Strapi's. */
  readonly different: readonly object[]
  /** The number of reads that succeed in Strapi. */
  readonly successful: number
  /** The share of these that this server serves, from 0 to 1. */
  readonly served: number
}

/**
 * Sends recorded reads to the server beside the recorded Strapi.
 * @param inOrder whether the members of objects must have the order of Strapi
 */
export async function compareRecorded(
  dialect: DialectName,
  reads: readonly ComparedRead[],
  { inOrder = false } = {},
): Promise<RecordedComparison> {
  const folder = mkdtempSync(join(tmpdir(), 'content-api-strapi5-'))
  cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))
  const beside = await openRecordedBeside(join(folder, 'project'), await createDatabase(dialect, folder))
  for (const token of recordedTokens) await readAs(beside, '/api/tags', token)
  const different: object[] = []
  const forwarded: string[] = []
  for (const { id, shown, body, send } of reads) {
    const outcome = await send(beside)
    if (outcome.kind === 'response') {
      const ours = parseText(outcome.response.body as JsonText)
      const parts = [...differentParts(body, ours)].slice(0, 3)
      const isOtherOrder = inOrder && JSON.stringify(ours) !== JSON.stringify(body)
      if (parts.length > 0 || isOtherOrder) different.push({ id, shown, parts, isOtherOrder })
    } else if (body !== null) {
      const { message } = outcome.kind === 'forwarded' ? outcome.reason : outcome.error
      forwarded.push(`${id}: ${shown}: ${message}`)
    }
  }
  await beside.close()
  const successful = reads.filter(({ body }) => body !== null).length
  const served = successful - forwarded.length
  if (process.env['SHOW_FORWARDED']) process.stdout.write(`${forwarded.join('\n')}\n`)
  process.stdout.write(`${dialect}: ${served} of ${successful} recorded reads of Strapi 5 are served\n`)
  return { different, successful, served: served / successful }
}
