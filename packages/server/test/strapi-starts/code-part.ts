import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@content-api/model'
import type { Verdict } from './compare-outcomes.js'
import type { CodeRequest } from './generate-code.js'
import type { Report } from './report.js'
import type { Answer, TwoSides } from './two-sides.js'

/** The headers that code of a project sets. */
export const comparedHeaders: readonly string[] = [
  'content-type',
  'x-one',
  'x-two',
  'x-before',
  'x-after',
  'location',
  'content-disposition',
  'etag',
  'last-modified',
  'set-cookie',
  'allow',
]

/** Compares the responses of generated controllers, policies and middlewares. */
export async function compareCode(sides: TwoSides, requests: readonly CodeRequest[], report: Report): Promise<void> {
  for (const { method, path, code, body } of requests) {
    const init = codeInit({ method, body })
    const [theirs, ours] = await Promise.all([sides.theirs.send(path, init), sides.ours.send(path, init)])
    const { verdict, ...shown } = judgeCode(theirs, ours)
    report.add(`${method} ${path}`, verdict, { sent: { code }, ...shown })
  }
}

/** Returns the request that is sent to a generated controller. */
export const codeInit = ({ method, body }: Pick<CodeRequest, 'method' | 'body'>): RequestInit => ({
  method,
  redirect: 'manual',
  headers: { 'x-sent': 'yes', ...(body !== undefined && { 'content-type': 'application/json' }) },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})

/** Compares two responses of a generated controller. */
export function judgeCode(
  theirs: Answer,
  ours: Answer,
): { readonly verdict: Verdict; readonly theirs: Shown; readonly ours: Shown } {
  const shown = { theirs: shownOf(theirs), ours: shownOf(ours, theirs.headers) }
  return { verdict: judge(shown.theirs, shown.ours), ...shown }
}

/** A policy or an error of the code got the response of Strapi for every such error. */
const replaced = '0281-generated-actions-call-code-that-replaces-them'

function judge(theirs: Shown, ours: Shown): Verdict {
  if (isDeepStrictEqual(theirs, ours)) return 'same'
  const [name, here] = [errorName(theirs.body), errorName(ours.body)]
  const isReplaced = theirs.status === ours.status && (name === 'ForbiddenError' || name === 'UnauthorizedError')
  return isReplaced && (here === name || here === 'PolicyError') ? replaced : 'different'
}

function errorName(body: unknown): unknown {
  const error = isRecord(body) ? body['error'] : undefined
  return isRecord(error) ? error['name'] : undefined
}

interface Shown {
  readonly status: number
  readonly headers: object
  readonly body: unknown
}

/** @param others the headers of the other side. Entity tags that only this server adds are not compared. */
function shownOf({ status, headers, body }: Answer, others?: Headers): Shown {
  if (others && !others.has('etag')) headers.delete('etag')
  const selected = Object.fromEntries(
    comparedHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])),
  )
  return { status, headers: selected, body: withoutTimes(body) }
}

function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      ['createdAt', 'updatedAt'].includes(key) ? '<time>' : withoutTimes(item),
    ]),
  )
}
