import { isDeepStrictEqual } from 'node:util'
import { essence, type Verdict } from './compare-outcomes.js'

/** What was sent, and what both sides responded. */
interface Shown {
  readonly sent: unknown
  readonly theirs: unknown
  readonly ours: unknown
}

/** Characters of each value in the output. */
const maximumShown = 400

/** Counts the verdicts of a run, and prints each difference that no decision explains. */
export class Report {
  readonly #counts = new Map<string, number>()

  constructor(readonly say: (line: string) => void) {}

  add(name: string, verdict: Verdict, shown?: Shown): void {
    this.#counts.set(verdict, (this.#counts.get(verdict) ?? 0) + 1)
    if (verdict !== 'different' || !shown) return
    this.say(`\n${name} differs:\n  ${JSON.stringify(shown.sent)}`)
    for (const line of differingParts(essence(shown.theirs), essence(shown.ours))) this.say(`  ${line}`)
  }

  get passed(): number {
    return [...this.#counts].reduce((sum, [verdict, count]) => (verdict === 'different' ? sum : sum + count), 0)
  }

  get failed(): number {
    return this.#counts.get('different') ?? 0
  }

  /** Returns the decided differences with the number of cases to which each applies. */
  get decided(): readonly string[] {
    return [...this.#counts].flatMap(([verdict, count]) =>
      verdict === 'same' || verdict === 'different' ? [] : [`${count} by docs/differences.md#${verdict}`],
    )
  }
}

function differingParts(theirs: unknown, ours: unknown, at = ''): string[] {
  if (isDeepStrictEqual(theirs, ours)) return []
  const sameKind = isObject(theirs) && isObject(ours) && Array.isArray(theirs) === Array.isArray(ours)
  const sameLength = !Array.isArray(theirs) || theirs.length === (ours as readonly unknown[]).length
  if (sameKind && sameLength) {
    const keys = new Set([...Object.keys(theirs), ...Object.keys(ours)])
    return [...keys].flatMap((key) => differingParts((theirs as Keyed)[key], (ours as Keyed)[key], `${at}/${key}`))
  }
  const text = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, maximumShown)
  return [`${at}: Strapi ${text(theirs)}, here ${text(ours)}`]
}

type Keyed = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
