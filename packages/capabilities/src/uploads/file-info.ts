import { closest, listed } from '@content-api/model'
import { validationError } from '@content-api/engine/errors'
import { readOnlyAttributes } from '@content-api/core/query/body/plan-write'
import type { PlanContext } from '@content-api/core/query/plan-context'
import type { UploadScope } from './upload-scope.js'

/** The attributes that a client may set: name, texts, and attributes that a project has added. */
export type FileInfo = Readonly<Record<string, unknown>>

/** The attributes that only the service sets. */
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
 * Reads the `fileInfo` of a request. In strict mode unknown keys are errors; in lenient mode they are
 * ignored. Both modes ignore `readOnlyAttributes`. Values are checked later, when the record is written.
 * @throws ApiError ValidationError
 */
export function readFileInfo(info: unknown, { type }: UploadScope, { strict }: PlanContext): FileInfo {
  if (info === undefined || info === null) return {}
  if (typeof info !== 'object' || Array.isArray(info)) {
    throw validationError([{ path: ['fileInfo'], message: 'fileInfo must be an object such as { "name": "…" }' }])
  }
  const known = Object.keys(type.declared).filter((name) => !ownAttributes.has(name))
  const entries = Object.entries(info).filter(([key]) => !readOnlyAttributes.has(key))
  const unknown = entries.flatMap(([key]) => (known.includes(key) ? [] : [key]))
  if (strict && unknown.length > 0) {
    throw validationError(
      unknown.map((key) => {
        const near = closest(key, known)
        const hint = near === undefined ? `There are: ${listed(known)}` : `Did you mean ${near}?`
        return { path: ['fileInfo', key], message: `fileInfo.${key} is not known. ${hint}` }
      }),
    )
  }
  return Object.fromEntries(entries.filter(([key]) => known.includes(key)))
}

/** Returns the name for a record: the one in `fileInfo`, or else the name of the file. */
export function nameOf(info: FileInfo, fileName: string): string {
  const { name } = info as { name?: unknown }
  return typeof name === 'string' && name.trim() !== '' ? name : fileName
}
