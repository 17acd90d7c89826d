import { closest } from '@content-api/model'
import { validationError } from '../errors/api-error.js'
import { readOnlyAttributes } from '../query/body/plan-write.js'
import type { PlanContext } from '../query/plan-context.js'
import type { UploadScope } from './upload-scope.js'

/** What a client says of a file: its name, its texts, and what a project has added to the record. */
export type FileInfo = Readonly<Record<string, unknown>>

/** What the service itself knows of a file, and no client says. */
export const ownAttributes: ReadonlySet<string> = new Set([
  'width',
  'height',
  'formats',
  'hash',
  'ext',
  'mime',
  'size',
  'url',
  'previewUrl',
  'provider',
  'provider_metadata',
])

/**
 * Checks the `fileInfo` of a request; its values are checked when the record is written. Keys that it may not have are
 * errors in strict mode, else dropped.
 * @throws ApiError ValidationError
 */
export function readFileInfo(given: unknown, { type }: UploadScope, { strict }: PlanContext): FileInfo {
  if (given === undefined || given === null) return {}
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw validationError([{ path: ['fileInfo'], message: 'fileInfo must be an object such as { "name": "…" }' }])
  }
  const known = Object.keys(type.declared).filter((name) => !ownAttributes.has(name))
  const entries = Object.entries(given).filter(([key]) => !readOnlyAttributes.has(key))
  const unknown = entries.flatMap(([key]) => (known.includes(key) ? [] : [key]))
  if (strict && unknown.length > 0) {
    throw validationError(
      unknown.map((key) => {
        const near = closest(key, known)
        const hint = near === undefined ? `There are: ${known.join(', ')}` : `Did you mean ${near}?`
        return { path: ['fileInfo', key], message: `fileInfo.${key} is not known. ${hint}` }
      }),
    )
  }
  return Object.fromEntries(entries.filter(([key]) => known.includes(key)))
}

/** What a record is to be called: what the client says, else the name of the file itself. */
export function nameOf(info: FileInfo, fileName: string): string {
  const { name } = info as { name?: unknown }
  return typeof name === 'string' && name.trim() !== '' ? name : fileName
}
