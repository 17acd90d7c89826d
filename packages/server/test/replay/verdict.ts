import { differences } from './compare.js'
import type { JsonResponse, Exchange } from './exchange.js'
import type { Case, Rule } from './rule.js'

export interface Verdict {
  readonly id: string
  readonly section: string
  readonly verdict: 'agree' | 'decision' | 'differ'
  /** The rules that changed the expected response. */
  readonly rule?: string
  readonly detail?: string
}

/** The expected response of an exchange, and the rules by which it differs from the recorded one. */
export interface Expected {
  readonly response: JsonResponse
  readonly rules: readonly string[]
}

/**
 * Applies the rules to the recorded response, one by one. Call it before the request is sent: rules read the
 * content in the state before the request.
 */
export async function expectedResponse(of: Case, recorded: JsonResponse, rules: readonly Rule[]): Promise<Expected> {
  let response = recorded
  const applied: string[] = []
  for (const rule of rules) {
    if (!(await rule.when(of, response))) continue
    const expected = await rule.expected(of, response)
    // Rules that change nothing are not counted.
    if (differences(response, expected, of.request).length > 0) applied.push(rule.name)
    response = expected
  }
  return { response, rules: applied }
}

export function recordedResponse({ response, rawLimit }: Exchange): JsonResponse | null {
  return response === null || rawLimit === undefined ? response : { ...response, rawLimit }
}

/** Compares the actual response with the expected one. */
export function judge(exchange: Exchange, expected: Expected, ours: JsonResponse): Verdict {
  const { id, section } = exchange
  const rule = expected.rules.join(', ')
  const left = differences(expected.response, ours, exchange)
  if (left.length > 0) return { id, section, verdict: 'differ', ...(rule && { rule }), detail: left.join('; ') }
  return rule ? { id, section, verdict: 'decision', rule } : { id, section, verdict: 'agree' }
}
