import type { Call, CallCase, Outcome } from './call-route.js'
import { judge, type Verdict } from './compare-outcomes.js'
import type { Side, TwoSides } from './two-sides.js'

/** Cases of one request. */
const batch = 50

/** Runs cases through the route of the project. */
export async function runCases(side: Side, cases: readonly CallCase[]): Promise<Outcome[][]> {
  const all: Outcome[][] = []
  for (let start = 0; start < cases.length; start += batch) {
    const { status, body } = await side.send('/api/calls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cases: cases.slice(start, start + batch) }),
    })
    if (status !== 200) throw new Error(`The route of the calls sent ${status}: ${JSON.stringify(body)}`)
    all.push(...(body as Outcome[][]))
  }
  return all
}

export interface JudgedCase {
  readonly input: CallCase
  readonly theirs: readonly Outcome[]
  readonly ours: readonly Outcome[]
  readonly verdict: Verdict
}

/** Runs cases on both sides and judges the outcomes. */
export async function compareCases(
  sides: Pick<TwoSides, 'theirs' | 'ours'>,
  cases: readonly CallCase[],
): Promise<JudgedCase[]> {
  const [theirs, ours] = await Promise.all([runCases(sides.theirs, cases), runCases(sides.ours, cases)])
  return cases.map((input, index) => {
    const outcomes = { theirs: theirs[index] ?? [], ours: ours[index] ?? [] }
    return { input, ...outcomes, verdict: judge(input, outcomes.theirs, outcomes.ours) }
  })
}

/** Removes parts of the first call of a case while both sides still differ. */
export async function smallestCase(sides: TwoSides, found: JudgedCase): Promise<JudgedCase> {
  const [first, ...others] = found.input.calls
  if (!first) return found
  const smaller = reductions(first.args).map(
    (args): CallCase => ({ calls: [{ ...first, args: args as Call['args'] }, ...others] }),
  )
  const judged = await compareCases(sides, smaller)
  const next = judged.find(({ verdict }) => verdict === 'different')
  return next ? smallestCase(sides, next) : found
}

/** Returns copies of a value that lack one part each. */
function reductions(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => [
      ...(value.length > 1 ? [value.toSpliced(index, 1)] : []),
      ...reductions(item).map((smaller) => value.with(index, smaller) as unknown),
    ])
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => {
    const { [key]: _removed, ...rest } = value as Record<string, unknown>
    return [rest, ...reductions(item).map((smaller) => ({ ...value, [key]: smaller }))]
  })
}
