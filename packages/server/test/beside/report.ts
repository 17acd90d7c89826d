/** Counts checks, and prints those that fail. */
export class Report {
  passed = 0
  failed = 0
  #shown = 0

  constructor(
    readonly say: (line: string) => void,
    /** Failures that are printed in full. */
    readonly mostShown = 60,
  ) {}

  pass(count = 1): void {
    this.passed += count
  }

  fail(line: string): void {
    this.failed++
    if (this.#shown++ < this.mostShown) this.say(`FAILED ${line}`)
  }

  check(isFulfilled: boolean, line: string): void {
    if (!isFulfilled) return this.fail(line)
    this.passed++
    this.say(`  ${line}`)
  }
}

/** Prints a share in percent. */
export const percent = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`
