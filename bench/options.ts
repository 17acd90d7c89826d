/**
 * Returns the options of a benchmark, read by `read`. If `read` throws, prints the message and ends the
 * process with code 2.
 */
export function readOptions<Options>(read: () => Options): Options {
  try {
    return read()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(2)
  }
}

/** @throws Error unless the value of `--name` is a whole number of at least `least` */
export function wholeNumber(name: string, value: string, least = 1): number {
  if (/^\d{1,9}$/.test(value) && Number(value) >= least) return Number(value)
  throw new Error(`--${name} must be a whole number of at least ${least}, not '${value}'.`)
}

/** @throws Error unless the value of `--name` is a number greater than 0 */
export function positiveNumber(name: string, value: string): number {
  if (/^\d+(\.\d+)?$/.test(value) && Number(value) > 0) return Number(value)
  throw new Error(`--${name} must be a number greater than 0, such as 1.1, not '${value}'.`)
}

/**
 * Returns the workloads whose names contain the value of `--only`; all of them without `--only`.
 *
 * @throws Error that lists the names if none of them matches
 */
export function matching<Named extends { readonly name: string }>(
  workloads: readonly Named[],
  only: string | undefined,
): readonly Named[] {
  if (only === undefined) return workloads
  const found = only === '' ? [] : workloads.filter(({ name }) => name.includes(only))
  if (found.length > 0) return found
  const names = workloads.map(({ name }) => `  ${name}`).join('\n')
  throw new Error(`--only '${only}' matches no workload. Use a part of one of these names:\n${names}`)
}

/**
 * Rejects options that have no effect with, or without, another option.
 *
 * @throws Error that names the first of `names` that has a value
 */
export function rejectUnused(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
  when: 'with' | 'without',
  other: string,
): void {
  const unused = names.find((name) => values[name] !== undefined)
  if (unused === undefined) return
  const flag = `--${values[unused] === false ? 'no-' : ''}${unused}`
  const advice = when === 'with' ? 'Remove one of the two.' : `Add ${other}, or remove ${flag}.`
  throw new Error(`${flag} has no effect ${when} ${other}. ${advice}`)
}
