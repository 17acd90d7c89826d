import { compareType, type FoundDifference } from '@content-api/migrate/compare'
import { printable } from './report-error.js'
import { printTable } from './table.js'

export interface CompareServicesOptions {
  readonly type: readonly string[]
  readonly by?: string
  readonly query: string
  readonly strapiToken?: string
  readonly token?: string
}

/** Maximum number of unexpected differences, and of expected ones, that are printed for each type. */
const mostPrinted = 20
const longestShown = 60

/** Compares the content of two services. The exit code is 1 when there are unexpected differences. */
export async function compareServices(strapi: string, here: string, options: CompareServicesOptions): Promise<void> {
  const { type: types, by, query } = options
  const strapiToken = options.strapiToken ?? process.env['STRAPI_TOKEN']
  const token = options.token ?? process.env['CONTENT_API_TOKEN']
  const rows: (string | number)[][] = []
  let total = 0
  for (const type of types) {
    const printed = { expected: 0, open: 0 }
    const counts = await compareType({
      strapi: { url: strapi, ...(strapiToken && { token: strapiToken }) },
      here: { url: here, ...(token && { token }) },
      type,
      by,
      query,
      onDifference(difference) {
        const kind = difference.expected ? 'expected' : 'open'
        if (printed[kind]++ < mostPrinted) console.log(describeDifference(difference))
      },
    })
    total += counts.differences
    rows.push([type, counts.compared, counts.differences, counts.expected])
  }
  printTable(['type', 'entries compared', 'differences', 'expected differences'], rows)
  process.stderr.write(total === 0 ? 'No unexpected differences.\n' : `${total} differences.\n`)
  if (total > 0) process.exitCode = 1
}

/** Describes a difference in one line. Escapes line breaks and control characters, which the services may send. */
export function describeDifference({ type, entry, path, strapi, here, expected }: FoundDifference): string {
  const at = `${type} ${entry}${path.length > 0 ? ` ${path.join('.')}` : ''}`
  const why = expected ? ` (expected, ${expected.decision}: ${expected.because})` : ''
  return printable(`${at}: Strapi ${show(strapi)}, here ${show(here)}${why}`).replaceAll('\n', '\\x0a')
}

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}
