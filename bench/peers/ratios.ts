import { geometricMean, median } from '../server/growth.js'

/** The limits of a comparison. A ratio is the peer's processor time per request divided by ours. */
export interface Limits {
  /** The least ratio of workloads that have none of their own in `workloads`. */
  readonly each?: number
  /** The least geometric mean of the ratios. */
  readonly mean?: number
  readonly workloads?: Readonly<Record<string, number>>
}

/** The result of a workload. */
export interface Ratio {
  readonly workload: string
  /** Medians of the processor time per request, in microseconds. */
  readonly ours: number
  readonly theirs: number
  /** The median of the ratios of all rounds, the smallest and the largest one. */
  readonly ratio: number
  readonly smallest: number
  readonly largest: number
  /** Why the ratio doesn't count, such as different responses. */
  readonly problem?: string
}

/**
 * Compares costs by round, because the speed of a shared machine differs between rounds. Without costs, all
 * figures are NaN.
 */
export function ratioOf(workload: string, ours: readonly number[], theirs: readonly number[], problem?: string): Ratio {
  const ratios = theirs.map((cost, round) => cost / (ours[round] as number))
  const middle = (figures: readonly number[]) => (figures.length > 0 ? median(figures) : Number.NaN)
  const figures = { ours: middle(ours), theirs: middle(theirs), ratio: middle(ratios) }
  return {
    workload,
    ...figures,
    smallest: Math.min(...ratios),
    largest: Math.max(...ratios),
    ...(problem !== undefined && { problem }),
  }
}

/** Returns the least ratio of a workload, or undefined. */
export function leastOf(workload: string, { each, workloads = {} }: Limits): number | undefined {
  return workloads[workload] ?? each
}

/** A line of the verdict: what was checked, and what is wrong with it. */
export interface Check {
  readonly name: string
  readonly failure?: string | undefined
}

/**
 * Checks the ratios of a comparison: one check for each workload, and one for the mean if `all` workloads
 * were measured. Without a limit, a workload only fails if it has a problem.
 */
export function checkRatios(name: string, ratios: readonly Ratio[], limits: Limits, all: boolean): Check[] {
  const checks = ratios.map(({ workload, ratio, problem }): Check => {
    const least = leastOf(workload, limits)
    const isBelow = least !== undefined && !(ratio >= least)
    const failure = problem ?? (isBelow ? `${ratioText(ratio)} is below ${Number(least.toFixed(2))}` : undefined)
    return { name: `${name}/${workload}`, failure }
  })
  if (limits.mean === undefined || !all) return checks
  const mean = meanOf(ratios)
  const failure = mean >= limits.mean ? undefined : `${ratioText(mean)} is below ${limits.mean}`
  return [...checks, { name: `${name}, geometric mean`, failure }]
}

/** Returns the geometric mean of the ratios; NaN if one of them has no figures. */
export function meanOf(ratios: readonly Ratio[]): number {
  return geometricMean(ratios.map(({ ratio }) => ratio))
}

/** Two digits below 10, so that small ratios can be compared with their limits. */
export function ratioText(ratio: number): string {
  return Number.isNaN(ratio) ? '–' : ratio.toFixed(ratio < 10 ? 2 : 1)
}
