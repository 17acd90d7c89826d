import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../controls/confirm-dialog.tsx'
import { FailureNotice } from '../frame/failure-notice.tsx'
import { useExplorer } from '../state/explorer-context.js'
import { mayLocalize } from './entry-actions.js'
import { ConflictNotice } from './conflict-notice.tsx'
import { EntryFields } from './entry-fields.tsx'
import { EntryHead } from './entry-head.tsx'
import type { LoadedEntry } from './load-entry.js'
import { Localizations } from './localizations.tsx'
import { LocaleChoice, StateChoice } from './new-entry-choices.tsx'
import { RequestPreview } from './request-preview.tsx'
import {
  alertId,
  type EditorOptions,
  type EntryEditorProps,
  type EntryEditorState,
  useEntryEditor,
} from './use-entry-editor.js'

/** The editor of one entry, or of a new localization of it. */
export function EntryEditor(props: EntryEditorProps) {
  const [localizeTo, setLocalizeTo] = useState<string | null>(null)
  return <EntryForm key={localizeTo} {...props} localizeTo={localizeTo} onLocalize={setLocalizeTo} />
}

function EntryForm(props: EditorOptions) {
  const { model } = useExplorer()
  const editor = useEntryEditor(props)
  const { formId, write, mayWrite, actions, ask } = editor
  const [first] = actions
  useSendKey(() => {
    if (mayWrite && first?.isOff === null) ask(first)
  })
  return (
    <section className="entry" aria-labelledby={`${formId}-title`} aria-busy={props.isLoading || undefined}>
      <EntryHead editor={editor} locale={props.localizeTo ?? props.locale} onCancel={cancelOf(props)} />
      <Messages editor={editor} />
      <div className="entry-columns">
        <form
          className="card"
          noValidate
          aria-labelledby={`${formId}-title`}
          onSubmit={(event) => event.preventDefault()}
        >
          <div className="body entry-fields">
            <Choices editor={editor} locale={props.locale} />
            <EntryFields
              formId={formId}
              attributes={editor.attributes}
              form={editor.form.form}
              issues={editor.issues}
              isReadOnly={!mayWrite}
              locale={props.localizeTo ?? props.locale}
              onChange={editor.change}
            />
            {editor.attributes.length === 0 && <p className="hint">There are no attributes to edit.</p>}
          </div>
        </form>
        <aside className="stack" aria-label="About this entry">
          {mayWrite && <NextRequest editor={editor} />}
          {props.localizeTo === null && <OtherLocales {...props} />}
          {props.loaded && props.localizeTo === null && <Times values={props.loaded.values} />}
        </aside>
      </div>
      {write.pending && (
        <ConfirmDialog
          title={write.pending.title}
          confirmLabel={write.pending.confirmLabel}
          isDanger={write.pending.isDanger ?? false}
          isBusy={write.isBusy}
          onConfirm={write.confirm}
          onClose={write.cancel}
        >
          <p className="soft">The page sends this request as {model.identity.label}:</p>
          <RequestPreview request={write.pending.request} />
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Sends the form with Ctrl+Enter or Cmd+Enter, wherever the focus is. Open dialogs handle their own keys. */
function useSendKey(send: () => void) {
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    // Captured before the JSON editor gets the keys: it would insert a line.
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}

const cancelOf = ({ localizeTo, onLocalize }: EditorOptions) => (localizeTo === null ? null : () => onLocalize(null))

function Messages({ editor }: { readonly editor: EntryEditorState }) {
  const { model } = useExplorer()
  const { formId, write, form, issues, mayWrite, conflict } = editor
  const placed = new Set(Object.values(issues.byField).flatMap((list) => list.map(({ message }) => message)))
  return (
    <div id={alertId(formId)} tabIndex={-1} className="stack entry-messages">
      {conflict && <ConflictNotice conflict={conflict} />}
      {write.failure && !conflict && <FailureNotice failure={write.failure} placed={placed} />}
      {form.isRestored && (
        <div className="notice" role="status">
          <span className="grow">You changed this entry before. The changes aren’t saved.</span>
          <button type="button" className="button small" onClick={form.discard}>
            Discard changes
          </button>
        </div>
      )}
      {!mayWrite && <p className="notice">{model.identity.label} may read this entry, not change it.</p>}
    </div>
  )
}

function Choices({ editor, locale }: { readonly editor: EntryEditorState; readonly locale: string }) {
  const { type, isNew, isDraft, localizeTo } = editor.condition
  if (!isNew || localizeTo !== null) return null
  return (
    <div className="row entry-choices">
      {type.draftAndPublish && <StateChoice isDraft={isDraft} onChange={editor.setDraft} />}
      {type.localized && <LocaleChoice locale={locale} />}
    </div>
  )
}

/** The request that the first button would send with the current form. */
function NextRequest({ editor }: { readonly editor: EntryEditorState }) {
  const { formId, actions, formProblems, issues } = editor
  const [first] = actions
  if (!first) return null
  return (
    <section className="card" aria-labelledby={`${formId}-request`}>
      <header>
        <h3 id={`${formId}-request`}>Request that “{first.label}” sends</h3>
      </header>
      <div className="body stack">
        {formProblems.length > 0 && (
          <p className="issue">
            Left out, because the value is not valid: {formProblems.map(({ path }) => path[0]).join(', ')}
          </p>
        )}
        {first.isOff === null ? <RequestPreview request={first.request()} /> : <p className="hint">{first.isOff}.</p>}
        {issues.rest.length > 0 && (
          <ul className="issue">
            {issues.rest.map(({ path, message }) => (
              <li key={`${path.join('.')} ${message}`}>{message}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function OtherLocales({ type, locale, loaded, onLocalize }: EditorOptions) {
  const { model } = useExplorer()
  if (!type.localized || !loaded) return null
  return (
    <Localizations
      isSingle={type.kind === 'singleType'}
      locale={locale}
      others={loaded.localizations}
      mayCreate={mayLocalize(type, model.content)}
      onCreate={onLocalize}
    />
  )
}

const times = [
  ['createdAt', 'Created'],
  ['updatedAt', 'Updated'],
  ['publishedAt', 'Published'],
] as const

function Times({ values }: { readonly values: LoadedEntry['values'] }) {
  const shown = times.flatMap(([name, label]) => {
    const value = values[name]
    return typeof value === 'string' ? [{ label, value }] : []
  })
  if (shown.length === 0) return null
  return (
    <dl className="card body times">
      {shown.map(({ label, value }) => (
        <div key={label} className="row">
          <dt className="hint">{label}</dt>
          <dd>
            <time dateTime={value}>
              {new Date(value).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}
            </time>
          </dd>
        </div>
      ))}
    </dl>
  )
}
