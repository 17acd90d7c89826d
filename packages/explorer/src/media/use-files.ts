import type { MediaKind } from '@content-api/model'
import type { ExplorerMedia } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { type Loaded, useLoaded } from '../transport/use-answer.js'
import { fileFields, fileFilters, type StoredFile } from './file.js'

/** Files of one page of a list. */
export const filesPerPage = 24

export interface FileList {
  readonly files: readonly StoredFile[]
  readonly hasNext: boolean
}

interface WantedFiles {
  readonly text: string
  /** From 1. */
  readonly page: number
  readonly allowed: readonly MediaKind[]
}

/** Reads a page of files, the newest first. */
export function useFiles(media: ExplorerMedia, { text, page, allowed }: WantedFiles): Loaded<FileList> {
  const { transport, state } = useExplorer()
  const start = (page - 1) * filesPerPage
  return useLoaded([state.identity, page, allowed, text].join(' '), async (signal) => {
    const query = {
      fields: [...fileFields],
      filters: fileFilters(text, allowed),
      sort: ['createdAt:desc', 'id:desc'],
      // One more says whether there is a next page.
      pagination: { start: String(start), limit: String(filesPerPage + 1) },
    }
    const files = await transport.read<readonly StoredFile[]>({ path: `${media.path}/files`, query, signal })
    // A service that isn't strict returns all files, whatever the page.
    const isWhole = files.length > filesPerPage + 1
    const rest = isWhole ? files.slice(start) : files
    return { files: rest.slice(0, filesPerPage), hasNext: rest.length > filesPerPage }
  })
}
