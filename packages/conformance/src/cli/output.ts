import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../profile/configuration.js'
import { nearMiss } from '../profile/near-miss.js'
import { clausePage, clausePageFile } from '../reporters/clause-page.js'
import { type FormatName, formatNames, formats } from '../reporters/formats.js'
import type { Report } from '../reporters/report-schema.js'
import { rejectUnwritable } from '../target/writable.js'

export const isTerminal = (): boolean => process.stdout.isTTY && process.env['NO_COLOR'] === undefined

/**
 * Writes a file and creates its folders.
 * @throws UsageError if it can't be written
 */
export function writeOut(path: string, text: string): void {
  rejectUnwritable(path)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** @throws UsageError for an unknown format */
export function parseFormats(names: readonly string[]): FormatName[] {
  return names
    .flatMap((name) => name.split(','))
    .map((name) => {
      const known = formatNames.find((format) => format === name)
      if (!known)
        throw new UsageError(
          `'${name}' is not a report format${nearMiss(name, formatNames)} The formats are ${formatNames.join(', ')}.`,
        )
      return known
    })
}

const pathOf = (folder: string, name: FormatName) => join(folder, formats[name].file)

/** @throws UsageError if a report can't be written. This is checked before the run, not after it. */
export function rejectUnwritableReports(names: readonly FormatName[], folder: string): void {
  for (const name of names) rejectUnwritable(pathOf(folder, name))
  if (names.length > 0) rejectUnwritable(join(folder, clausePageFile))
}

/** Writes the page of all clauses, which reports link to, into the folder of the reports. Returns its path. */
export function writeClausePage(folder: string): string {
  const path = join(folder, clausePageFile)
  writeOut(path, clausePage())
  return path
}

/**
 * Writes the report in each format, and the page of all clauses, into a folder. Writes nothing without a
 * format. Returns the paths.
 */
export function writeReports(report: Report, names: readonly FormatName[], folder: string): string[] {
  const paths = names.map((name) => {
    const path = pathOf(folder, name)
    writeOut(path, formats[name].render(report))
    return path
  })
  return paths.length === 0 ? [] : [...paths, writeClausePage(folder)]
}
