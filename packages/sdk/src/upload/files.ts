import type { Extension } from '../client.js'
import { expectEntries, expectEntry } from '../rest/expect-entry.js'
import { whenNothingMatches } from '../rest/collection.js'
import { entryPath } from '../rest/path.js'
import type { SoundFilters } from '../types/filters.js'
import type { Id } from '../types/input.js'
import type { MediaFile } from '../types/media-file.js'
import type { Fields } from '../types/populate.js'
import type { Choice, Known, ParameterName, Selection } from '../types/query.js'
import type { RequestOptions } from '../types/request.js'
import type { Result } from '../types/result.js'
import type { SortText } from '../types/sort.js'
import { fileForm, type FileInfo } from './file-form.js'
import { sendFiles, type SendFilesOptions } from './send-files.js'
import type { UploadedFile } from './upload.js'

/** The parameters of a list of files, which has no `pagination`. */
type FileParameter = 'fields' | 'filters' | 'sort' | 'start' | 'limit'

/** The options of a replacement. */
export interface ReplaceOptions extends SendFilesOptions {
  /** The metadata of the new file. Omitted members stay, except the name. */
  readonly info?: FileInfo
}

/**
 * The files of the media library. Their endpoints respond without an envelope: files are flat whatever the
 * shape of the client, and lists have no `meta`. `File` is their type in this version of the API.
 */
export interface Files<File = MediaFile> {
  /**
   * Returns the files that match.
   *
   * @example
   * ```ts
   * const images = await api.files.find({ filters: { mime: { $startsWith: 'image/' } }, sort: 'name' })
   * ```
   */
  find<
    const F extends Fields<File> = '*',
    const O extends SortText = never,
    W extends SoundFilters<File, W> = never,
    N extends ParameterName<N, FileParameter> = never,
  >(
    query?: Omit<Selection<File, F, undefined>, 'populate'> &
      Choice<File, O, W> & { readonly start?: number; readonly limit?: number } & Known<N, FileParameter>,
    options?: RequestOptions,
  ): Promise<Result<File, F>[]>
  /** Returns the file of that id. Throws an `ApiError` of status 404 when there is none. */
  findOne(id: Id, options?: RequestOptions): Promise<Result<File>>
  /**
   * Changes the metadata of a file; omitted members stay.
   *
   * @example
   * ```ts
   * await api.files.update(1, { alternativeText: 'A fjord at dawn' })
   * ```
   */
  update(id: Id, info: FileInfo, options?: RequestOptions): Promise<Result<File>>
  /**
   * Replaces the content of a file, which keeps its id and its references. The time limit is ten minutes
   * unless the call sets one.
   *
   * @throws QueryError for a value that is not a file; `ApiError` of status 404 when there is no such file
   * @example
   * ```ts
   * await api.files.replace(1, new File(['hello again'], 'hello.txt'))
   * ```
   */
  replace(id: Id, file: Blob, options?: ReplaceOptions): Promise<Result<File>>
  /** Deletes a file and returns it. Throws an `ApiError` of status 404 when there is none. */
  delete(id: Id, options?: RequestOptions): Promise<Result<File>>
}

/**
 * Adds the files of the media library to a client, as `files`.
 *
 * @example
 * ```ts
 * const api = createClient({ baseURL: 'https://cms.example.org', token: 'an-api-token' }).with(files())
 * ```
 */
export function files(): Extension<{ files: Files }> {
  return ({ send }) => {
    const oneOf = (response: unknown, what: string) => expectEntry(response, what) as unknown as UploadedFile
    const path = '/upload/files'
    const pathOf = (id: Id) => entryPath(path, id)
    const listed = {
      async find(query?: object, options?: RequestOptions) {
        const found = send({ method: 'GET', path, query, options })
        return expectEntries(await found.catch(whenNothingMatches([])), `GET ${path}`)
      },
      async findOne(id: Id, options?: RequestOptions) {
        const path = pathOf(id)
        return oneOf(await send({ method: 'GET', path, options }), `GET ${path}`)
      },
      async update(id: Id, info: FileInfo, options: RequestOptions = {}) {
        pathOf(id)
        return oneOf(await sendFiles(send, fileForm([], [info]), options, { id }), 'POST /upload')
      },
      async replace(id: Id, file: Blob, { info, ...options }: ReplaceOptions = {}) {
        pathOf(id)
        const form = fileForm([file], info ? [info] : [])
        return oneOf(await sendFiles(send, form, options, { id }), 'POST /upload')
      },
      async delete(id: Id, options?: RequestOptions) {
        const path = pathOf(id)
        return oneOf(await send({ method: 'DELETE', path, options }), `DELETE ${path}`)
      },
    }
    // The types of results depend on the query of each call, which an implementation can't express.
    return { files: listed as unknown as Files }
  }
}
