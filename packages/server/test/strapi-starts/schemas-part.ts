import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@content-api/model'
import type { GeneratedSchemas } from './generate-schemas.js'
import type { Verdict } from './compare-outcomes.js'
import { Random } from './random.js'
import type { Report } from './report.js'
import { type SchemaRequest, schemaRequests } from './schema-requests.js'
import type { Answer, TwoSides } from './two-sides.js'

/** Compares the responses to generated requests of generated content types. */
export async function compareSchemas(
  sides: TwoSides,
  seed: number,
  schemas: GeneratedSchemas,
  report: Report,
): Promise<void> {
  for (const { type, method, path, body } of schemaRequests(new Random(seed), schemas)) {
    const init = schemaInit({ method, body })
    const theirs = await sides.theirs.send(path, init)
    if (isFailedWrite(method, theirs)) {
      report.add(`${method} ${path}`, '0062-client-mistakes-are-not-failures')
      continue
    }
    const ours = await sides.ours.send(path, init)
    const sent = { body, schema: schemas.types[type]?.attributes }
    const verdict = judgeSchema(theirs, ours, schemas.mismatched)
    report.add(`${method} ${path}`, verdict, { sent, theirs: shownOf(theirs), ours: shownOf(ours) })
  }
}

/** Returns the request that is sent for a generated content type. */
export const schemaInit = ({ method, body }: Pick<SchemaRequest, 'method' | 'body'>): RequestInit => ({
  method,
  headers: body === undefined ? {} : { 'content-type': 'application/json' },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})

/** Returns whether Strapi failed before it wrote, so that this server must not write, either. */
export const isFailedWrite = (method: string, { status }: Pick<Answer, 'status'>): boolean =>
  status === 500 && method !== 'GET'

export function judgeSchema(theirs: Answer, ours: Answer, mismatched: ReadonlySet<string>): Verdict {
  const areEqual = (without: ReadonlySet<string>) => isDeepStrictEqual(shownOf(theirs, without), shownOf(ours, without))
  if (areEqual(new Set())) return 'same'
  if (theirs.status === 500 && ours.status < 500) return '0062-client-mistakes-are-not-failures'
  return areEqual(mismatched) ? '0363-relations-whose-sides-differ' : 'different'
}

/** Returns the status and the body, without times of writes, the message of errors, and some attributes. */
function shownOf({ status, body }: Answer, without: ReadonlySet<string> = new Set()): unknown {
  if (isRecord(body) && isRecord(body['error'])) return { status, name: body['error']['name'] }
  return { status, body: plain(body, without) }
}

/** `meta` beside the attributes of an entry is a decided difference. Strapi creates components in any order. */
function plain(value: unknown, without: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item, without))
  if (!isRecord(value)) return value
  const isEntry = 'id' in value && isRecord(value['attributes'])
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
      if ((isEntry && key === 'meta') || without.has(key)) return []
      if (key === 'id' && !isEntry) return [[key, '<component>']]
      if (['createdAt', 'updatedAt', 'publishedAt'].includes(key) && item !== null) return [[key, '<time>']]
      return [[key, plain(item, without)]]
    }),
  )
}
