import { differences } from './compare.js'
import type { Answer, Exchange } from './exchange.js'
import type { Case, Rule } from './rule.js'

export interface Verdict {
  readonly id: string
  readonly section: string
  readonly verdict: 'agree' | 'decision' | 'differ'
  /** The decisions that the answer owed follows from. */
  readonly rule?: string
  readonly detail?: string
}

/** What is owed for an exchange, and by which rules it differs from the recorded answer. */
export interface Owed {
  readonly answer: Answer
  readonly rules: readonly string[]
}

/**
 * Turns the recorded answer into the one owed, rule by rule. To be called before the request is sent: rules look at the
 * content as the request finds it.
 */
export async function owe(of: Case, recorded: Answer, rules: readonly Rule[]): Promise<Owed> {
  let answer = recorded
  const applied: string[] = []
  for (const rule of rules) {
    if (!(await rule.when(of, answer))) continue
    const owed = await rule.expected(of, answer)
    // A rule that changes nothing here has no part in the answer.
    if (differences(answer, owed, of.request).length > 0) applied.push(rule.name)
    answer = owed
  }
  return { answer, rules: applied }
}

export function recordedAnswer({ response, rawLimit }: Exchange): Answer | null {
  return response === null || rawLimit === undefined ? response : { ...response, rawLimit }
}

/** Ours must be the answer owed, whether that is the recorded one or another. */
export function judge(exchange: Exchange, owed: Owed, ours: Answer): Verdict {
  const { id, section } = exchange
  const rule = owed.rules.join(', ')
  const left = differences(owed.answer, ours, exchange)
  if (left.length > 0) return { id, section, verdict: 'differ', ...(rule && { rule }), detail: left.join('; ') }
  return rule ? { id, section, verdict: 'decision', rule } : { id, section, verdict: 'agree' }
}
