import type { MediaKind } from '@content-api/model'
import { type DragEvent, useId, useRef } from 'react'
import { FailureNotice } from '../frame/failure-notice.tsx'
import { acceptOf, sizeText } from './file.js'
import { FilePicture } from './file-picture.tsx'
import { type UploadItem, useUploads } from './use-uploads.js'

interface UploadPanelProps {
  readonly allowed: readonly MediaKind[]
  /** Called with the id of each stored file. */
  readonly onStored: (file: { readonly id: number; readonly name: string }) => void
}

/** Chooses files, edits their texts, and uploads them one after the other. */
export function UploadPanel({ allowed, onStored }: UploadPanelProps) {
  const { items, add, change, remove, start, isRunning } = useUploads(onStored)
  const inputId = useId()
  const input = useRef<HTMLInputElement>(null)
  const waiting = items.filter(({ state }) => state !== 'running').length
  const drop = (event: DragEvent) => {
    event.preventDefault()
    add([...event.dataTransfer.files])
  }
  return (
    <section className="stack upload-panel" aria-label="Upload files">
      <div className="drop-zone" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <label htmlFor={inputId}>Choose files, or drop them here</label>
        <input
          ref={input}
          id={inputId}
          type="file"
          multiple
          accept={acceptOf(allowed)}
          onChange={({ target }) => {
            add([...(target.files ?? [])])
            // Reset the input, so that the same file can be chosen again.
            target.value = ''
          }}
        />
      </div>
      <ul className="stack">
        {items.map((item) => (
          <UploadRow
            key={item.key}
            item={item}
            onChange={change}
            onRemove={(key) => {
              remove(key)
              input.current?.focus()
            }}
          />
        ))}
      </ul>
      {items.length > 0 && (
        <div className="row">
          <button
            type="button"
            className="button primary"
            aria-disabled={isRunning || undefined}
            onClick={() => {
              if (!isRunning) start()
            }}
          >
            {isRunning ? 'Uploading…' : waiting === 1 ? 'Upload 1 file' : `Upload ${waiting} files`}
          </button>
        </div>
      )}
    </section>
  )
}

interface UploadRowProps {
  readonly item: UploadItem
  readonly onChange: (key: string, text: Partial<UploadItem['info']>) => void
  readonly onRemove: (key: string) => void
}

function UploadRow({ item, onChange, onRemove }: UploadRowProps) {
  const { key, file, preview, info, state, sent, failure } = item
  const isRunning = state === 'running'
  return (
    <li className="upload-row" aria-label={file.name}>
      <FilePicture source={preview} name={file.name} />
      <div className="stack grow">
        <p className="row">
          <strong className="file-name">{file.name}</strong>
          <span className="hint">{sizeText(file.size / 1000)}</span>
        </p>
        <div className="row">
          <label className="field grow">
            <span className="label">Alternative text</span>
            <input
              className="input"
              value={info.alternativeText}
              readOnly={isRunning}
              onChange={({ target }) => onChange(key, { alternativeText: target.value })}
            />
          </label>
          <label className="field grow">
            <span className="label">Caption</span>
            <input
              className="input"
              value={info.caption}
              readOnly={isRunning}
              onChange={({ target }) => onChange(key, { caption: target.value })}
            />
          </label>
        </div>
        {isRunning && (
          <progress value={sent} max={1} aria-label={`Upload of ${file.name}`}>
            {Math.round(sent * 100)} %
          </progress>
        )}
        {failure && <FailureNotice failure={failure} />}
      </div>
      <button type="button" className="button quiet small" onClick={() => onRemove(key)}>
        {isRunning ? 'Cancel' : 'Remove'}
        <span className="visually-hidden"> {file.name}</span>
      </button>
    </li>
  )
}
