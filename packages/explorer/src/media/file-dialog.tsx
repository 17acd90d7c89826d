import { useState } from 'react'
import { ConfirmDialog, Dialog } from '../controls/confirm-dialog.tsx'
import { leave } from '../controls/leave.js'
import { RequestPreview } from '../entry/request-preview.tsx'
import { useWrite } from '../entry/use-write.js'
import { FailureNotice } from '../frame/failure-notice.tsx'
import type { ExplorerMedia } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import type { Failure } from '../transport/response.js'
import { failureIn } from '../transport/transport.js'
import { useLoaded } from '../transport/use-loaded.js'
import { kindOf, pixelsText, sizeText, type StoredFile } from './file.js'
import { changeFile } from './upload-file.js'

interface FileDialogProps {
  readonly media: ExplorerMedia
  readonly id: number
  readonly onClose: () => void
  /** Called after the file was changed or deleted. */
  readonly onChanged: () => void
}

/** Shows one file, edits its texts and deletes it. */
export function FileDialog({ media, id, onClose, onChanged }: FileDialogProps) {
  const { transport, state } = useExplorer()
  const {
    value: file,
    failure,
    reload,
  } = useLoaded(`${state.identity} ${id}`, async (signal) =>
    transport.read<StoredFile>({ path: `${media.path}/files/${id}`, signal }),
  )
  const write = useWrite()
  const remove = () =>
    write.ask({
      title: `Delete ${file?.name ?? 'this file'}? This can’t be undone.`,
      request: { method: 'DELETE', path: `${media.path}/files/${id}` },
      confirmLabel: 'Delete',
      isDanger: true,
      done: `Deleted ${file?.name ?? 'the file'}`,
      onDone: () =>
        leave(() => {
          onChanged()
          onClose()
        }),
    })
  const mayDelete = media.actions.includes('destroy') && file !== undefined
  return (
    <>
      <Dialog
        title={file?.name ?? 'File'}
        onClose={onClose}
        actions={
          mayDelete && (
            <button type="button" className="button danger" onClick={remove}>
              Delete
            </button>
          )
        }
      >
        {failure && <FailureNotice failure={failure} onRetry={reload} />}
        {write.failure && <FailureNotice failure={write.failure} />}
        {file && (
          <>
            <Preview file={file} />
            <About file={file} />
            {media.actions.includes('upload') && (
              <FileForm
                file={file}
                path={media.path}
                onChanged={() => {
                  reload()
                  onChanged()
                }}
              />
            )}
          </>
        )}
      </Dialog>
      {write.pending && (
        <ConfirmDialog
          title={write.pending.title}
          confirmLabel={write.pending.confirmLabel}
          isDanger
          isBusy={write.isBusy}
          onConfirm={write.confirm}
          onClose={write.cancel}
        >
          <RequestPreview request={write.pending.request} />
        </ConfirmDialog>
      )}
    </>
  )
}

function Preview({ file: { mime, url, alternativeText } }: { readonly file: StoredFile }) {
  const kind = kindOf(mime)
  if (kind === 'images') return <img className="file-preview" src={url} alt={alternativeText ?? ''} />
  if (kind === 'videos') return <video className="file-preview" src={url} controls preload="metadata" />
  if (kind === 'audios') return <audio src={url} controls preload="metadata" />
  return null
}

function About({ file }: { readonly file: StoredFile }) {
  const facts = [
    ['Id', String(file.id)],
    ['Type', file.mime],
    ['Size', [sizeText(file.size), pixelsText(file)].filter(Boolean).join(', ')],
    ['Created', new Date(file.createdAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })],
  ]
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="hint">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt className="hint">Address</dt>
        <dd>
          <a href={file.url} target="_blank" rel="noreferrer">
            {file.url}
          </a>
        </dd>
      </div>
    </dl>
  )
}

const texts = [
  ['name', 'Name'],
  ['alternativeText', 'Alternative text'],
  ['caption', 'Caption'],
] as const

interface FileFormProps {
  readonly file: StoredFile
  readonly path: string
  readonly onChanged: () => void
}

function FileForm({ file, path, onChanged }: FileFormProps) {
  const { transport, announce } = useExplorer()
  const [typed, setTyped] = useState<Readonly<Partial<Record<(typeof texts)[number][0], string>>>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const valueOf = (name: (typeof texts)[number][0]) => typed[name] ?? file[name] ?? ''
  const isChanged = texts.some(([name]) => valueOf(name) !== (file[name] ?? ''))
  const save = async () => {
    setFailure(null)
    const info = { name: valueOf('name'), alternativeText: valueOf('alternativeText'), caption: valueOf('caption') }
    try {
      await changeFile(file.id, info, { path, transport })
      announce(`Saved ${info.name}`)
      onChanged()
    } catch (error) {
      setFailure(failureIn(error))
    }
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) void save()
      }}
    >
      {failure && <FailureNotice failure={failure} />}
      {texts.map(([name, label]) => (
        <label key={name} className="field">
          <span className="label">{label}</span>
          <input
            className="input"
            value={valueOf(name)}
            onChange={({ target }) => setTyped((before) => ({ ...before, [name]: target.value }))}
          />
        </label>
      ))}
      <div className="row">
        <button type="submit" className="button primary" aria-disabled={!isChanged || undefined}>
          Save
        </button>
      </div>
    </form>
  )
}
