import type { Extension } from '../client.js'
import { expectEntries } from '../rest/expect-entry.js'
import type { MediaFile } from '../types/media-file.js'
import type { Result } from '../types/result.js'
import { fileForm, type FileInfo, type FileTarget } from './file-form.js'
import { sendFiles, type SendFilesOptions } from './send-files.js'

/** The options of an upload. */
export interface UploadOptions extends SendFilesOptions {
  /**
   * The metadata of the files, in their order. Strapi 4 sometimes swaps it when small files are uploaded
   * together. Upload them one at a time there.
   */
  readonly info?: FileInfo | readonly FileInfo[]
  /** Attaches the files to an entry. */
  readonly to?: FileTarget
}

/** A file of the media library, as an upload returns it. */
export type UploadedFile = Result<MediaFile>

/** The method that {@link upload} adds to a client. `File` is the type of files in this version of the API. */
export interface Upload<File = MediaFile> {
  /**
   * Uploads files to the media library, including those of an `<input type="file">`. The time limit is ten
   * minutes unless the call sets one.
   *
   * @throws QueryError for a value that is not a file; the errors of any request
   * @example
   * ```ts
   * const [file] = await api.upload(new File(['hello'], 'hello.txt'), { info: { caption: 'A greeting' } })
   * ```
   */
  upload(files: Blob | Iterable<Blob>, options?: UploadOptions): Promise<Result<File>[]>
}

/**
 * Adds uploads to a client.
 *
 * @example
 * ```ts
 * const api = createClient({ baseURL: 'https://cms.example.org', token: 'an-api-token' }).with(upload())
 * ```
 */
export function upload<File = MediaFile>(): Extension<Upload<File>> {
  return ({ send }) => ({
    async upload(files, { info = [], to, ...options } = {}) {
      const form = fileForm(listOf(files), [info].flat(), to)
      const response = await sendFiles(send, form, options)
      return expectEntries(response, 'POST /upload') as unknown as Result<File>[]
    },
  })
}

function listOf(files: Blob | Iterable<Blob>): readonly Blob[] {
  const isList = typeof files === 'object' && files !== null && Symbol.iterator in files
  return isList ? [...files] : [files]
}
