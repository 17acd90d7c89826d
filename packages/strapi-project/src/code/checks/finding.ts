/** A finding of a project check. */
export interface Finding {
  /**
   * `warns`: the code fails when it runs. `skipped`: it has no effect here, and the start warns about it.
   * `unused`: it has no effect here, without a warning.
   */
  readonly level: 'warns' | 'skipped' | 'unused'
  /** The path of the file, relative to the project. */
  readonly file: string
  /** Null if the finding concerns the whole file. */
  readonly line: number | null
  /** The name for the allow-list, for example `strapi.eventHub`. */
  readonly subject: string
  readonly message: string
}

/** Returns the finding as a line, `src/api/a/controllers/a.js:12: …`. */
export const printed = ({ file, line, message }: Finding) => `${file}${line === null ? '' : `:${line}`}: ${message}`

const allowComment = /(?:\/\/|\/\*|#)\s*content-api-doctor:\s*allow\b/

/**
 * Returns whether a comment on the same or previous line, or the allow-list of the configuration, allows a
 * finding. A comment on any line allows a finding about the whole file.
 */
export function isSilenced(finding: Finding, source: string, allowed: readonly string[]): boolean {
  const { file, line, subject } = finding
  const places = [file, subject, ...(line === null ? [] : [`${file}:${line}`])]
  if (places.some((place) => allowed.includes(place))) return true
  const lines = source.split('\n')
  const near = line === null ? lines : [lines[line - 2], lines[line - 1]]
  return near.some((text) => text !== undefined && allowComment.test(text))
}
