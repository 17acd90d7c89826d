import { printableIn } from '../check/printable.js'
import { badge } from './badge.js'
import { githubAnnotations, githubSummary } from './github.js'
import { html } from './html.js'
import { junit } from './junit.js'
import { pretty } from './pretty.js'
import type { Report } from './report-schema.js'
import { tap } from './tap.js'

interface Format {
  /** The file name in a folder of reports. */
  readonly file: string
  readonly render: (report: Report) => string
}

/** Returns JSON of the same value without strings that CI systems interpret as commands. */
const inLog = (json: string) => json.replaceAll(/#(?=#\[|#vso\[|#teamcity\[)/g, String.raw`\u0023`)

/** Every output format. A new format needs a file and a line here. */
export const formats = {
  pretty: { file: 'report.txt', render: (report) => pretty(printableIn(report)) },
  json: { file: 'report.json', render: (report) => `${inLog(JSON.stringify(report, null, 2))}\n` },
  junit: { file: 'junit.xml', render: (report) => junit(printableIn(report)) },
  tap: { file: 'report.tap', render: (report) => tap(printableIn(report)) },
  html: { file: 'report.html', render: (report) => html([report]) },
  badge: { file: 'badge.svg', render: (report) => badge(printableIn(report)) },
  github: { file: 'annotations.txt', render: (report) => githubAnnotations(printableIn(report)) },
  'github-summary': { file: 'summary.md', render: (report) => githubSummary(printableIn(report)) },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof formats

export const formatNames = Object.keys(formats) as readonly FormatName[]
