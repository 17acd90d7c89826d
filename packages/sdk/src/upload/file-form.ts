import { QueryError } from '../errors/query-error.js'
import { toJSON } from '../rest/to-json.js'
import type { Id } from '../types/input.js'

/** The metadata of a file in the media library. */
export interface FileInfo {
  readonly name?: string
  readonly alternativeText?: string
  readonly caption?: string
}

/** The entry that files are attached to. */
export interface FileTarget {
  /** The uid of its content type: `api::article.article`. */
  readonly type: string
  readonly id: Id
  /** The name of its media attribute. */
  readonly attribute: string
}

/** Returns the form of an upload. Throws a {@link QueryError} for a value that is not a file. */
export function fileForm(files: readonly Blob[], infos: readonly FileInfo[], to?: FileTarget): FormData {
  const form = new FormData()
  for (const [index, file] of files.entries()) {
    try {
      form.append('files', file, (file as Partial<File>).name ?? 'file')
    } catch {
      throw new QueryError(`files[${index}]`, "is not a file. Wrap bytes in new File([bytes], 'name.png')")
    }
  }
  for (const info of infos) form.append('fileInfo', toJSON(info))
  if (to) {
    form.append('ref', to.type)
    form.append('refId', String(to.id))
    form.append('field', to.attribute)
  }
  return form
}
