import { ExtensionError } from './extension-error.js'

/** What a check of a project found. */
export interface Finding {
  /**
   * `stops`: the service doesn't start with it. `warns`: it fails if it is reached. `skipped`: it has no effect here, which a start
   * says. `unused`: the same, which matters to nobody.
   */
  readonly level: 'stops' | 'warns' | 'skipped' | 'unused'
  /** Below the folder of the project. */
  readonly file: string
  /** Null where it is about the whole file. */
  readonly line: number | null
  /** The name that an allow-list may hold, `strapi.eventHub` for example. */
  readonly subject: string
  readonly message: string
}

/** As it is printed, `src/api/a/controllers/a.js:12: …`. */
export const printed = ({ file, line, message }: Finding) => `${file}${line === null ? '' : `:${line}`}: ${message}`

const allowComment = /(?:\/\/|\/\*|#)\s*content-api-doctor:\s*allow\b/

/** Whether a finding is silenced: by a comment on its line or the line before, or by the allow-list of the configuration. */
export function isSilenced(finding: Finding, source: string, allowed: readonly string[]): boolean {
  const { file, line, subject } = finding
  const places = [file, subject, ...(line === null ? [] : [`${file}:${line}`])]
  if (places.some((place) => allowed.includes(place))) return true
  const lines = source.split('\n')
  const near = line === null ? lines : [lines[line - 2], lines[line - 1]]
  return near.some((text) => text !== undefined && allowComment.test(text))
}

/** @throws ExtensionError for findings that stop the start */
export function refuseFindings(findings: readonly Finding[]): void {
  const stopping = findings.filter(({ level }) => level === 'stops')
  if (stopping.length === 0) return
  throw new ExtensionError(
    `${stopping.map(printed).join('\n')}\nWhere one of them is no mistake, write "// content-api-doctor: allow" on the line before ` +
      'it, or its place into doctor.allow of the configuration.',
  )
}
