import type { MediaKind } from '@content-api/model'
import type { ExplorerMedia } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { type Loaded, useLoaded } from '../transport/use-loaded.js'
import { fileFields, fileFilters, type StoredFile } from './file.js'

/** The number of files on a page. */
export const filesPerPage = 24

export interface FileList {
  readonly files: readonly StoredFile[]
  readonly hasNext: boolean
}

interface WantedFiles {
  readonly text: string
  /** The number of the page, from 1. */
  readonly page: number
  readonly allowed: readonly MediaKind[]
}

/** Loads a page of files, the newest first. */
export function useFiles(media: ExplorerMedia, { text, page, allowed }: WantedFiles): Loaded<FileList> {
  const { transport, state } = useExplorer()
  const start = (page - 1) * filesPerPage
  return useLoaded([state.identity, page, allowed, text].join(' '), async (signal) => {
    const query = {
      fields: [...fileFields],
      filters: fileFilters(text, allowed),
      sort: ['createdAt:desc', 'id:desc'],
      // One file more than a page, to find out whether there is a next page.
      start: String(start),
      limit: String(filesPerPage + 1),
    }
    const files = await transport.read<readonly StoredFile[]>({ path: `${media.path}/files`, query, signal })
    return { files: files.slice(0, filesPerPage), hasNext: files.length > filesPerPage }
  })
}
