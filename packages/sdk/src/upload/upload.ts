import type { Extension } from '../client.js'
import { refuse } from '../errors/query-error.js'
import { ResponseShapeError } from '../errors/response-shape-error.js'
import { expectEntry } from '../rest/expect-entry.js'
import type { Id } from '../types/input.js'
import type { MediaFile } from '../types/media-file.js'
import type { RequestOptions } from '../types/request.js'
import type { Result } from '../types/result.js'
import { fetchWithProgress, type Progress } from './fetch-with-progress.js'

export interface FileInfo {
  readonly name?: string
  readonly alternativeText?: string
  readonly caption?: string
}

export interface UploadOptions extends RequestOptions {
  /** Called as the files go out; where the platform doesn't tell, at the start and at the end. */
  readonly onProgress?: (progress: Progress) => void
  /**
   * What is to be kept with the files, in their order. Strapi 4 now and then takes several files in another order than they
   * are sent in, and gives them each other's: where that may be the server, upload one at a time.
   */
  readonly info?: FileInfo | readonly FileInfo[]
  /** Attaches the files to an entry at once: the type's uid, the entry's id and the name of the media attribute. */
  readonly to?: { readonly type: string; readonly id: Id; readonly attribute: string }
}

export type UploadedFile = Result<MediaFile>

export interface Upload {
  /**
   * Uploads files to the media library, those of an `<input type="file">` too. The time limit is ten minutes unless one is
   * given. Throws a `QueryError` for what is no file.
   */
  upload(files: Blob | Iterable<Blob>, options?: UploadOptions): Promise<UploadedFile[]>
}

const isIterable = (files: Blob | Iterable<Blob>): files is Iterable<Blob> => Symbol.iterator in Object(files)

/** Uploads: `createClient(…).with(upload())`. */
export function upload(): Extension<Upload> {
  return (context) => ({
    async upload(files, { onProgress, info, to, ...options } = {}) {
      const list = isIterable(files) ? [...files] : [files]
      const body = new FormData()
      for (const [index, file] of list.entries()) {
        try {
          body.append('files', file, (file as { name?: string }).name ?? 'file')
        } catch {
          refuse(`files[${index}]`, 'is no file')
        }
      }
      for (const one of [info ?? []].flat()) body.append('fileInfo', JSON.stringify(one))
      if (to) {
        body.append('ref', to.type)
        body.append('refId', String(to.id))
        body.append('field', to.attribute)
      }
      const request = { method: 'POST', path: '/upload', body, options: { timeout: 600_000, ...options } } as const
      const answer = await send(request, list)
      if (!Array.isArray(answer)) throw new ResponseShapeError('POST /upload gave no list of files')
      return answer.map((file) => expectEntry(file, 'a file of POST /upload')) as unknown as UploadedFile[]

      async function send(request: Parameters<typeof context.send>[0], list: readonly Blob[]): Promise<unknown> {
        if (!onProgress) return context.send(request)
        if (globalThis.XMLHttpRequest) {
          return context.send({ ...request, options: { ...request.options, fetch: fetchWithProgress(onProgress) } })
        }
        const total = list.reduce((sum, { size }) => sum + size, 0)
        onProgress({ loaded: 0, total })
        const answer = await context.send(request)
        onProgress({ loaded: total, total })
        return answer
      }
    },
  })
}
