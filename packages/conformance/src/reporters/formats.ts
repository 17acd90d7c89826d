import { badge } from './badge.js'
import { githubAnnotations, githubSummary } from './github.js'
import { html } from './html.js'
import { junit } from './junit.js'
import { pretty } from './pretty.js'
import type { Report } from './report-schema.js'
import { tap } from './tap.js'

interface Format {
  /** Name of the file when a folder is given. */
  readonly file: string
  readonly render: (report: Report) => string
}

/** Every output; a new one is a file and a line. */
export const formats = {
  pretty: { file: 'report.txt', render: (report) => pretty(report) },
  json: { file: 'report.json', render: (report) => `${JSON.stringify(report, null, 2)}\n` },
  junit: { file: 'junit.xml', render: junit },
  tap: { file: 'report.tap', render: tap },
  html: { file: 'report.html', render: (report) => html([report]) },
  badge: { file: 'badge.svg', render: badge },
  github: { file: 'annotations.txt', render: githubAnnotations },
  'github-summary': { file: 'summary.md', render: githubSummary },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof formats

export const formatNames = Object.keys(formats) as readonly FormatName[]
