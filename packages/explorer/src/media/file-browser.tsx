import type { MediaKind } from '@content-api/model'
import { type ReactNode, useEffect, useState } from 'react'
import { FailureNotice } from '../frame/failure-notice.tsx'
import type { ExplorerMedia } from '../protocol.js'
import { FileGrid } from './file-grid.tsx'
import type { StoredFile } from './file.js'
import { useFiles } from './use-files.js'

interface FileBrowserProps {
  readonly media: ExplorerMedia
  readonly allowed: readonly MediaKind[]
  /** When this number changes, the list is loaded again. */
  readonly version: number
  readonly renderFile: (file: StoredFile, content: ReactNode) => ReactNode
}

/** Milliseconds without a key press before a search is sent. */
const pause = 150

/** A grid of files with a search by name and pagination. */
export function FileBrowser({ media, allowed, version, renderFile }: FileBrowserProps) {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState({ text: '', page: 1 })
  const { value, failure, isLoading, reload } = useFiles(media, { ...wanted, allowed })
  useEffect(() => {
    const timer = setTimeout(
      () => setWanted((before) => (before.text === typed ? before : { text: typed, page: 1 })),
      pause,
    )
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    if (version > 0) reload()
  }, [version, reload])
  const files = value?.files ?? []
  return (
    <div className="stack file-browser">
      {isLoading && <div className="progress" />}
      <input
        className="input"
        type="search"
        placeholder="Search by name"
        aria-label="Search files by name"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {failure && <FailureNotice failure={failure} onRetry={reload} />}
      <p className="visually-hidden" role="status">
        {isLoading ? '' : files.length === 1 ? '1 file' : `${files.length} files`}
      </p>
      {value && files.length === 0 && (
        <div className="empty">
          {wanted.text === '' ? (
            <p>There are no files yet.</p>
          ) : (
            <>
              <p>No file has a name that contains “{wanted.text}”.</p>
              <button type="button" className="button" onClick={() => setTyped('')}>
                Show all files
              </button>
            </>
          )}
        </div>
      )}
      <FileGrid files={files} isLoading={isLoading} renderFile={renderFile} />
      {(wanted.page > 1 || value?.hasNext) && (
        <nav className="row" aria-label="Pages of files">
          <PageButton
            text="Previous"
            isOff={wanted.page === 1}
            go={() => setWanted({ ...wanted, page: wanted.page - 1 })}
          />
          <span className="hint">Page {wanted.page}</span>
          <PageButton text="Next" isOff={!value?.hasNext} go={() => setWanted({ ...wanted, page: wanted.page + 1 })} />
        </nav>
      )}
    </div>
  )
}

interface PageButtonProps {
  readonly text: string
  readonly isOff: boolean
  readonly go: () => void
}

function PageButton({ text, isOff, go }: PageButtonProps) {
  return (
    <button
      type="button"
      className="button small"
      aria-disabled={isOff || undefined}
      onClick={() => {
        if (!isOff) go()
      }}
    >
      {text}
    </button>
  )
}
