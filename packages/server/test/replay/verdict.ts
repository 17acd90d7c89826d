import { differences } from './compare.js'
import type { Answer, Exchange } from './exchange.js'
import type { Rule } from './rule.js'

export interface Verdict {
  readonly id: string
  readonly section: string
  readonly verdict: 'agree' | 'decision' | 'differ'
  /** The decisions that explain the difference. */
  readonly rule?: string
  readonly detail?: string
}

/** Our answer equals theirs, or what the rules make of theirs, or it differs. */
export function judge(exchange: Exchange, ours: Answer, rules: readonly Rule[]): Verdict {
  const { id, section } = exchange
  const theirs = exchange.response as Answer
  const recorded = exchange.rawLimit === undefined ? theirs : { ...theirs, rawLimit: exchange.rawLimit }
  if (differences(recorded, ours, exchange).length === 0) return { id, section, verdict: 'agree' }
  let owed: Answer = recorded
  const applied: string[] = []
  for (const rule of rules) {
    if (!rule.when(exchange, owed)) continue
    owed = rule.expected(exchange, owed)
    applied.push(rule.name)
  }
  const left = differences(owed, ours, exchange)
  if (left.length === 0) return { id, section, verdict: 'decision', rule: applied.join(', ') }
  return {
    id,
    section,
    verdict: 'differ',
    ...(applied.length > 0 && { rule: applied.join(', ') }),
    detail: left.join('; '),
  }
}
