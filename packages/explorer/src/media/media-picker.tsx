import type { MediaAttribute } from '@content-api/model'
import { useState } from 'react'
import { Dialog } from '../controls/confirm-dialog.tsx'
import { type Related, sameList } from '../entry/related.js'
import type { ExplorerMedia } from '../protocol.js'
import { FileBrowser } from './file-browser.tsx'
import { type StoredFile, thumbnailOf } from './file.js'
import { UploadPanel } from './upload-panel.tsx'

interface MediaPickerProps {
  readonly media: ExplorerMedia
  readonly name: string
  readonly attribute: MediaAttribute
  readonly chosen: readonly Related[]
  readonly onChoose: (files: readonly Related[]) => void
  readonly onClose: () => void
}

/** Chooses files of the kinds that an attribute allows, from the media library or from this computer. */
export function MediaPicker({ media, name, attribute, chosen, onChoose, onClose }: MediaPickerProps) {
  const { multiple, allowedTypes } = attribute
  const [files, setFiles] = useState(chosen)
  const [isUploading, setUploading] = useState(false)
  const [version, setVersion] = useState(0)
  const mayUpload = media.actions.includes('upload')
  const isChosen = (id: number) => files.some((one) => one.id === id)
  const toggle = (one: Related) => {
    if (isChosen(one.id)) setFiles(files.filter(({ id }) => id !== one.id))
    else setFiles(multiple ? [...files, one] : [one])
  }
  const isSame = sameList(files, chosen)
  const count = files.length === 0 ? '' : files.length === 1 ? '1 file' : `${files.length} files`
  return (
    <Dialog
      title={`Choose ${multiple ? 'files' : 'a file'} for ${name}`}
      closeLabel="Cancel"
      onClose={onClose}
      actions={
        <button
          type="button"
          className="button primary"
          aria-disabled={isSame || undefined}
          onClick={() => {
            if (!isSame) onChoose(files)
          }}
        >
          {files.length === 0 && chosen.length > 0 ? 'Choose none' : `Choose ${count}`.trim()}
        </button>
      }
    >
      {mayUpload && (
        <button
          type="button"
          className="button align-start"
          aria-expanded={isUploading}
          onClick={() => setUploading(!isUploading)}
        >
          Upload files
        </button>
      )}
      {isUploading && (
        <UploadPanel
          allowed={allowedTypes}
          onStored={({ id, name: label }) => {
            setVersion((before) => before + 1)
            setFiles((before) => (multiple ? [...before, { id, label }] : [{ id, label }]))
          }}
        />
      )}
      <FileBrowser
        media={media}
        allowed={allowedTypes}
        version={version}
        renderFile={(file, content) => (
          <button
            type="button"
            className="file"
            aria-pressed={isChosen(file.id)}
            onClick={() => toggle(relatedFile(file))}
          >
            {content}
          </button>
        )}
      />
    </Dialog>
  )
}

function relatedFile(file: StoredFile): Related {
  const image = thumbnailOf(file)
  return { id: file.id, label: file.name, ...(image !== null && { image }) }
}
