import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../profile/configuration.js'
import { nearMiss } from '../profile/near-miss.js'
import { clausePage, clausePageFile } from '../reporters/clause-page.js'
import { type FormatName, formatNames, formats } from '../reporters/formats.js'
import type { Report } from '../reporters/report-schema.js'
import { refuseUnwritable } from '../target/writable.js'

export const isTerminal = (): boolean => process.stdout.isTTY && process.env['NO_COLOR'] === undefined

/**
 * Writes a file and the folders it stands in.
 * @throws UsageError where it cannot be written
 */
export function writeOut(path: string, text: string): void {
  refuseUnwritable(path)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** @throws UsageError for a name that is no format */
export function parseFormats(names: readonly string[]): FormatName[] {
  return names
    .flatMap((name) => name.split(','))
    .map((name) => {
      const known = formatNames.find((format) => format === name)
      if (!known)
        throw new UsageError(
          `'${name}' is no report format${nearMiss(name, formatNames)} There are ${formatNames.join(', ')}.`,
        )
      return known
    })
}

const pathOf = (folder: string, name: FormatName) => join(folder, formats[name].file)

/** @throws UsageError where a report cannot be written, which is better known before a run than after it */
export function refuseUnwritableReports(names: readonly FormatName[], folder: string): void {
  for (const name of names) refuseUnwritable(pathOf(folder, name))
  if (names.length > 0) refuseUnwritable(join(folder, clausePageFile))
}

/** Writes the page of all clauses, to which reports link, into the folder where they stand; answers its path. */
export function writeClausePage(folder: string): string {
  const path = join(folder, clausePageFile)
  writeOut(path, clausePage())
  return path
}

/** Writes the report in each format into a folder, and the page of all clauses beside them; answers the paths. */
export function writeReports(report: Report, names: readonly FormatName[], folder: string): string[] {
  const paths = names.map((name) => {
    const path = pathOf(folder, name)
    writeOut(path, formats[name].render(report))
    return path
  })
  return paths.length === 0 ? [] : [...paths, writeClausePage(folder)]
}
