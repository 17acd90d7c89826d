import type { ReactNode } from 'react'
import { pixelsText, sizeText, type StoredFile, thumbnailOf } from './file.js'
import { FilePicture } from './file-picture.tsx'

interface FileGridProps {
  readonly files: readonly StoredFile[]
  readonly isLoading: boolean
  /** Renders the link or button of a file. */
  readonly renderFile: (file: StoredFile, content: ReactNode) => ReactNode
}

/** A grid of files with pictures and names. */
export function FileGrid({ files, isLoading, renderFile }: FileGridProps) {
  return (
    <ul className="file-grid" aria-busy={isLoading || undefined}>
      {files.map((file) => (
        <li key={file.id}>
          {renderFile(
            file,
            <>
              <FilePicture source={thumbnailOf(file)} name={file.name} />
              <span className="file-name">{file.name}</span>
              <span className="hint">{[pixelsText(file), sizeText(file.size)].filter(Boolean).join(', ')}</span>
            </>,
          )}
        </li>
      ))}
    </ul>
  )
}
