import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { DocumentServer } from '../documents/served-documents.js'
import { recordedVersions } from '../beside/recorded-versions.js'
import { openRecordedServer } from '../documents/served-documents.js'
import { type ComparedResponse, ResponseComparison } from './compare-responses.js'
import { KnownIds } from './known-ids.js'
import type { Operation } from './operation.js'

/** A random operation, and the response of Strapi 5.54 on SQLite. */
interface RecordedOperation {
  readonly operation: Operation
  readonly theirs: ComparedResponse
}

/** Written by `cli.ts --only random --database sqlite --operations 130 --log data/operations.jsonl`. */
const recorded = readFileSync(new URL('data/operations.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RecordedOperation)

async function send(server: DocumentServer, { method, path, body }: Operation): Promise<ComparedResponse> {
  const headers = { authorization: 'Bearer oracle-token-full-access', 'content-type': 'application/json' }
  const content = body === undefined ? null : JSON.stringify(body)
  const response = await server.fetch(new Request(`http://localhost${path}`, { method, headers, body: content }))
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}

it('random operations have the responses of Strapi 5', { timeout: 60_000 }, async () => {
  const server = await openRecordedServer('sqlite')
  // The recorded tables have no sequences.
  const ids = new KnownIds(true)
  const comparison = new ResponseComparison(await recordedVersions[5].loadModel(), ids, false)
  const different: string[] = []
  for (const { operation, theirs } of recorded) {
    const ours = await send(server, ids.forOurs(operation))
    const differences = comparison.differences(operation, theirs, ours)
    if (differences.length > 0) different.push([`${operation.method} ${operation.path}`, ...differences].join('\n'))
  }
  expect(different).toEqual([])
  expect(recorded.length).toBeGreaterThanOrEqual(120)
})
