import { existsSync } from 'node:fs'
import { z } from 'zod'
import { UsageError } from '../profile/configuration.js'
import { readRegularFile } from '../profile/regular-file.js'
import { type Reasons, reasonsSchema } from '../reporters/deviation.js'
import { reportSchema, type Report } from '../reporters/report-schema.js'
import { writeOut } from './output.js'

const baselineSchema = z.strictObject({
  /** The reason of each known failure, by scenario id. */
  knownFailures: z.record(z.string(), z.string()),
})

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readRegularFile(path)) as unknown
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${path} can't be read as JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The file that `baseline update` writes by default. */
export const defaultBaseline = 'conformance.baseline.json'

/**
 * Reads the known failures from a named file, or from the default file if it exists.
 * @throws UsageError when a named file is missing, and when a file is not a baseline
 */
export function chooseBaseline(named: string | undefined): {
  readonly knownFailures: Record<string, string>
  readonly baseline: Report['baseline']
} {
  if (named !== undefined && !existsSync(named))
    throw new UsageError(`There is no baseline at ${named}: \`baseline update --baseline ${named}\` writes one.`)
  const knownFailures = readBaseline(named ?? defaultBaseline)
  const any = Object.keys(knownFailures).length > 0
  return { knownFailures, baseline: named !== undefined ? 'named' : any ? 'found' : 'none' }
}

/**
 * Reads the known failures from a file. Returns none if the file doesn't exist.
 * @throws UsageError when the file is not a baseline
 */
export function readBaseline(path: string): Record<string, string> {
  if (!existsSync(path)) return {}
  const result = baselineSchema.safeParse(parseJson(path))
  if (!result.success) throw new UsageError(`${path} is not a baseline { knownFailures: { <scenario>: <reason> } }.`)
  return result.data.knownFailures
}

/**
 * Updates a baseline: keeps the reasons of known failures, adds new failures, and removes scenarios that
 * passed. Scenarios that did not run, for example because the target stopped responding, keep their reasons.
 */
export function updateBaseline(
  path: string,
  { results }: Pick<Report, 'results'>,
): { readonly added: string[]; readonly removed: string[] } {
  const before = readBaseline(path)
  const failing = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'known-fail')
  const passed = new Set(results.filter(({ verdict }) => verdict === 'pass' || verdict === 'stale').map(({ id }) => id))
  const kept = Object.keys(before).filter((id) => !passed.has(id))
  const after = Object.fromEntries(
    [
      ...kept.map((id) => [id, before[id] ?? ''] as const),
      ...failing.map(({ id, message }) => [id, before[id] ?? message ?? 'fails'] as const),
    ].toSorted(([a], [b]) => a.localeCompare(b)),
  )
  writeOut(path, `${JSON.stringify({ knownFailures: after }, null, 2)}\n`)
  return {
    added: Object.keys(after).filter((id) => !(id in before)),
    removed: Object.keys(before).filter((id) => !(id in after)),
  }
}

/** @throws UsageError if the file doesn't exist or is not a report of this version */
export function readReport(path: string): Report {
  if (!existsSync(path)) throw new UsageError(`No report found at ${path}.`)
  const result = reportSchema.safeParse(parseJson(path))
  if (!result.success)
    throw new UsageError(
      `${path} is not a report of this version: ${result.error.issues[0]?.path.join('.')} ${result.error.issues[0]?.message}`,
    )
  return result.data
}

/** @throws UsageError if the file doesn't exist or contains no reasons */
export function readReasons(path: string): Reasons {
  if (!existsSync(path)) throw new UsageError(`No reasons found at ${path}.`)
  const result = reasonsSchema.safeParse(parseJson(path))
  if (!result.success)
    throw new UsageError(`${path} contains no reasons { <target>: { <scenario or clause>: <reason> } }.`)
  return result.data
}
