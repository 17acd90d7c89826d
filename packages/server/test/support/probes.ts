import type { JsonResponse, TestService } from './service.js'

/** The value of every hidden attribute of one entry of each type. No other attribute has it. */
export const canary = 'swordfish'

/** Returns a query that compares something with a value. */
export type Probe = (value: string) => string

export interface Probes {
  /**
   * Returns the probes that found a leak. The responses to a right and a wrong guess must be equal, and
   * either be a 400 or equal to the response without a query.
   */
  readonly leaksOf: (path: string, probes: readonly Probe[], token?: string) => Promise<string[]>
  /** Returns the requests that don't get `400 ValidationError`, as requests for a missing attribute do. */
  readonly notRejected: (lines: readonly string[], token?: string) => Promise<string[]>
}

/** The parts of a response that could reveal something: the status, the ids, the count and the error. */
function revealed({ status, body }: JsonResponse): string {
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
    async leaksOf(path, probes, token) {
      const none = revealed(await get(path, token))
      const found: string[] = []
      for (const probe of probes) {
        const match = revealed(await get(`${path}?${probe(canary)}`, token))
        const miss = revealed(await get(`${path}?${probe('zzz')}`, token))
        const harmless = match === none || match.startsWith('{"status":400')
        if (match !== miss || !harmless) found.push(`${probe('x')}: ${match}`)
      }
      return found
    },
    async notRejected(lines, token) {
      const found: string[] = []
      for (const line of lines) {
        const { status, body } = await get(line, token)
        if (status !== 400 || body.error.name !== 'ValidationError') found.push(`${status} ${line}`)
      }
      return found
    },
  }
}

/** Writes a filter with an operator, with as many values as the operator needs. */
export function filterOf(key: string, operator: string, value: string): string {
  if (operator === '$between') return `${key}[$between][0]=${value}&${key}[$between][1]=${value}z`
  return `${key}[${operator}]=${value}`
}
