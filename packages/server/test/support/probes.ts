import type { Answer, TestService } from './service.js'

/** In every hidden attribute of one entry of each type, and nowhere else. */
export const canary = 'swordfish'

/** A query that asks about a value. */
export type Probe = (value: string) => string

export interface Probes {
  /**
   * The probes that tell something: one that would match and one that would not must be answered alike, and where they
   * aren't refused, as if nothing had been asked.
   */
  readonly telling: (path: string, probes: readonly Probe[], token?: string) => Promise<string[]>
  /** The requests that are not refused with a 400, as one for an attribute that doesn't exist is. */
  readonly answered: (lines: readonly string[], token?: string) => Promise<string[]>
}

/** What a probe could tell: the status, which rows, how many. */
function told({ status, body }: Answer): string {
  return JSON.stringify({
    status,
    ids: Array.isArray(body?.data) ? body.data.map(({ id }: { id: number }) => id) : null,
    total: body?.meta?.pagination?.total ?? null,
    error: body?.error?.message ?? null,
  })
}

export function createProbes(ask: TestService['ask']): Probes {
  const get = (line: string, token?: string) => ask(`GET ${line}`, token === undefined ? {} : { token })
  return {
    async telling(path, probes, token) {
      const none = told(await get(path, token))
      const found: string[] = []
      for (const probe of probes) {
        const match = told(await get(`${path}?${probe(canary)}`, token))
        const miss = told(await get(`${path}?${probe('zzz')}`, token))
        const harmless = match === none || match.startsWith('{"status":400')
        if (match !== miss || !harmless) found.push(`${probe('x')}: ${match}`)
      }
      return found
    },
    async answered(lines, token) {
      const found: string[] = []
      for (const line of lines) {
        const { status, body } = await get(line, token)
        if (status !== 400 || body.error.name !== 'ValidationError') found.push(`${status} ${line}`)
      }
      return found
    },
  }
}

/** A filter with an operator, in the form that its number of values asks for. */
export function filterOf(key: string, operator: string, value: string): string {
  if (operator === '$between') return `${key}[$between][0]=${value}&${key}[$between][1]=${value}z`
  return `${key}[${operator}]=${value}`
}
