import './media.css'
import { useState } from 'react'
import type { MediaKind } from '@content-api/model'
import { StateLink } from '../frame/state-link.tsx'
import type { ExplorerMedia } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { FileBrowser } from './file-browser.tsx'
import { FileDialog } from './file-dialog.tsx'
import { UploadPanel } from './upload-panel.tsx'

export const allKinds: readonly MediaKind[] = ['images', 'videos', 'audios', 'files']

/** The media library: its files, uploads and the details of each file. */
export function MediaView({ media }: { readonly media: ExplorerMedia }) {
  const { state, navigate } = useExplorer()
  const [isUploading, setUploading] = useState(false)
  const [version, setVersion] = useState(0)
  const mayUpload = media.actions.includes('upload')
  const id = Number(state.entry)
  const isOpen = state.entry !== null && Number.isSafeInteger(id) && media.actions.includes('findOne')
  const reload = () => setVersion((before) => before + 1)
  return (
    <section className="stack media" aria-labelledby="media-title">
      <header className="row">
        <h2 id="media-title" className="title grow">
          Media <span className="badge">{media.count}</span>
        </h2>
        {mayUpload && (
          <button
            type="button"
            className={isUploading ? 'button' : 'button primary'}
            aria-expanded={isUploading}
            onClick={() => setUploading(!isUploading)}
          >
            Upload files
          </button>
        )}
      </header>
      {isUploading && (
        <div className="card">
          <div className="body">
            <UploadPanel allowed={allKinds} onStored={reload} />
          </div>
        </div>
      )}
      <FileBrowser
        media={media}
        allowed={allKinds}
        version={version}
        renderFile={(file, content) =>
          media.actions.includes('findOne') ? (
            <StateLink className="file" to={{ entry: String(file.id) }}>
              {content}
            </StateLink>
          ) : (
            <span className="file">{content}</span>
          )
        }
      />
      {isOpen && (
        <FileDialog key={id} media={media} id={id} onClose={() => navigate({ entry: null })} onChanged={reload} />
      )}
    </section>
  )
}
