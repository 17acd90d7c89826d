import type { Verdict } from './verdict.js'

export interface SectionCount {
  agree: number
  decision: number
  differ: number
}

/** Counts, for each section, the exchanges that agree, differ by a rule and differ, in recorded order. */
export function countSections(verdicts: readonly Verdict[]): ReadonlyMap<string, SectionCount> {
  const sections = new Map<string, SectionCount>()
  for (const { section, verdict } of verdicts) {
    const count = sections.get(section) ?? { agree: 0, decision: 0, differ: 0 }
    count[verdict]++
    sections.set(section, count)
  }
  return sections
}

/** Counts the exchanges that each rule applies to. */
export function countDecisions(verdicts: readonly Verdict[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { verdict, rule } of verdicts) {
    if (verdict !== 'decision') continue
    for (const name of rule?.split(', ') ?? []) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** The rule that applies to most responses, because the specification shows what Strapi leaves out. */
const metaOfEntries = '0031-meta-of-entries'

export interface OtherRules {
  /** Exchanges to which a rule other than that on `meta` applies. */
  readonly count: number
  readonly of: number
}

export function countOtherRules(verdicts: readonly Verdict[]): OtherRules {
  const others = verdicts.filter(
    ({ verdict, rule }) => verdict === 'decision' && rule?.split(', ').some((name) => name !== metaOfEntries),
  )
  return { count: others.length, of: verdicts.length }
}

function printOtherRules(name: string, verdicts: readonly Verdict[]): string[] {
  const { count, of } = countOtherRules(verdicts)
  if (of === 0) return []
  return [`${name}: by rules other than entry meta: ${count} of ${of} (${((100 * count) / of).toFixed(1)} %)`]
}

/** Short names of sections, besides any part of their name. */
const shortNames: Readonly<Record<string, RegExp>> = {
  auth: /authenti|authoriz|users-permissions|^5 /i,
}

export function isInSection(section: string, requested: string): boolean {
  const pattern = shortNames[requested.toLowerCase()]
  return pattern ? pattern.test(section) : section.toLowerCase().includes(requested.toLowerCase())
}

/** Prints the report: a table by section, the rules that applied, and every difference. */
export function printReport(
  verdicts: readonly Verdict[],
  notJudged: readonly string[],
  isGraphql: (id: string) => boolean,
): string {
  const sections = [...countSections(verdicts)]
  const total = { agree: 0, decision: 0, differ: 0 }
  for (const [, count] of sections) for (const key of ['agree', 'decision', 'differ'] as const) total[key] += count[key]
  const width = Math.max(...sections.map(([name]) => name.length), 'section'.length)
  const line = (name: string, ...cells: readonly (number | string)[]) =>
    `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(10)).join('')}`
  const lines = [
    line('section', 'agree', 'decision', 'differ'),
    ...sections.map(([name, { agree, decision, differ }]) => line(name, agree, decision, differ)),
    line('total', total.agree, total.decision, total.differ),
    '',
    ...printOtherRules(
      'REST',
      verdicts.filter(({ id }) => !isGraphql(id)),
    ),
    ...printOtherRules(
      'GraphQL',
      verdicts.filter(({ id }) => isGraphql(id)),
    ),
    '',
    'rules, and how many exchanges they apply to:',
    ...[...countDecisions(verdicts)]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, count]) => `${String(count).padStart(6)}  ${name}`),
  ]
  if (notJudged.length > 0) lines.push('', `not judged: ${notJudged.join('; ')}`)
  for (const { id, rule, verdict, detail = '' } of verdicts) {
    if (verdict !== 'differ') continue
    lines.push(
      '',
      `${id}${rule === undefined ? '' : ` (by ${rule})`}`,
      ...detail.split('; ').map((part) => `    ${part}`),
    )
  }
  return lines.join('\n')
}
