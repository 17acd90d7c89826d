// `bin/content-api.mjs` loads this file before all others, so it imports none of them.
import { readFileSync } from 'node:fs'

/** The command needs fewer. The rest is for connections, and for files that requests open. */
const leastOpenFiles = 256

/**
 * Returns how many files and connections this process may open together. Returns null if there is no limit,
 * as on Windows. Node raises the soft limit to the hard limit when it starts.
 */
export function openFileLimit(): number | null {
  if (process.platform === 'win32') return null
  const limit = process.platform === 'linux' ? limitOfLinux() : limitOfReport()
  return Number.isFinite(limit) ? limit : null
}

/** Reads it from a file, because a report takes 20 ms. */
function limitOfLinux(): number {
  const file = readFileSync('/proc/self/limits', 'utf8')
  return Number(/^Max open files +(\d+)/m.exec(file)?.[1] ?? Number.NaN)
}

function limitOfReport(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  return Number(userLimits?.open_files?.soft ?? Number.NaN)
}

/** Says that the limit is too low, and what to do; undefined for a sufficient limit. */
export function explainLowLimit(limit: number | null, needed = leastOpenFiles): string | undefined {
  if (limit === null || limit >= needed) return undefined
  return `This process may only open ${limit} files and connections, and content-api needs at least ${needed}. Raise the limit, for example with "ulimit -n 4096".`
}
