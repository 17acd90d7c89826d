import { isDeepStrictEqual } from 'node:util'
import { jsonHeaders } from '../server/load.js'
import type { Content, Side } from './side.js'

/** Requests that are compared before a workload is measured: early ones, and one of each later kind of parameter. */
const compared = [0, 1, 7, 30]

/**
 * Sends the same requests of a workload to all sides, also writes. Returns what is wrong if one of them
 * fails, or if the responses differ in their entries, the order of these or the total.
 */
export async function findDifference(sides: readonly Side[], workload: string): Promise<string | undefined> {
  let seen = 0
  for (const n of compared) {
    const contents: Content[] = []
    for (const side of sides) {
      const result = await contentOf(side, workload, n)
      if (typeof result === 'string') return result
      contents.push(result)
    }
    const [first, ...others] = contents as [Content, ...Content[]]
    seen += first.entries.length
    for (const [index, other] of others.entries()) {
      const difference = describeDifference(first, other)
      const names = `${sides[0]?.name} and ${sides[index + 1]?.name}`
      if (difference !== undefined) return `${names} differ in request ${n}: ${difference}`
    }
  }
  return seen === 0 ? 'no compared response has an entry' : undefined
}

/** Returns how two contents differ. A total is only compared if both have it. */
export function describeDifference(one: Content, other: Content): string | undefined {
  if (one.total !== undefined && other.total !== undefined && one.total !== other.total)
    return `totals ${one.total} and ${other.total}`
  if (one.entries.length !== other.entries.length) return `${one.entries.length} and ${other.entries.length} entries`
  const index = one.entries.findIndex((entry, at) => !isDeepStrictEqual(entry, other.entries[at]))
  if (index < 0) return undefined
  return `entry ${index} is ${JSON.stringify(one.entries[index])} and ${JSON.stringify(other.entries[index])}`
}

async function contentOf(side: Side, workload: string, n: number): Promise<Content | string> {
  const { method, path, body } = side.call(workload, n)
  const headers = body === undefined ? side.headers : { ...side.headers, ...jsonHeaders }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`${side.url}${encodeURI(path)}`, { method, headers, ...sent })
  const text = await response.text()
  const wrong = (why: string) => `${side.name} responds to ${method} ${path} with ${why}: ${text.slice(0, 300)}`
  if (!response.ok) return wrong(String(response.status))
  try {
    return side.read(workload, JSON.parse(text))
  } catch (error) {
    return wrong(`unknown content (${(error as Error).message})`)
  }
}
