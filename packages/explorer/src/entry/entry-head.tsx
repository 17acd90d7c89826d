import { useExplorer } from '../state/explorer-context.js'
import type { EntryAction } from './entry-actions.js'
import type { EntryEditorState } from './use-entry-editor.js'

interface EntryHeadProps {
  readonly editor: EntryEditorState
  readonly locale: string
  /** Cancels the creation of a localization. */
  readonly onCancel: (() => void) | null
}

/** The title of the entry, its state and its actions. */
export function EntryHead({ editor, locale, onCancel }: EntryHeadProps) {
  const { navigate } = useExplorer()
  const { formId, changed, condition, actions, ask, form } = editor
  const { type, address, isNew, isPublished, isModified, localizeTo } = condition
  const isShown = !isNew && localizeTo === null
  return (
    <header className="entry-head">
      <div className="grow">
        <h2 id={`${formId}-title`} className="title">
          {headline(editor)}
        </h2>
        <p className="row">
          {isShown && address.id !== null && <span className="badge">id {address.id}</span>}
          {type.localized && <span className="badge">{locale}</span>}
          {isShown && type.draftAndPublish && (
            <span className={isPublished ? 'badge success' : 'badge warning'}>
              {isPublished ? 'published' : 'draft'}
            </span>
          )}
          {isShown && isModified && <span className="badge warning">modified</span>}
          {changed.length > 0 && (
            <span className="badge accent">{changed.length === 1 ? '1 change' : `${changed.length} changes`}</span>
          )}
        </p>
      </div>
      <div className="row entry-actions">
        {actions.map((action) => (
          <ActionButton key={action.label} action={action} onClick={() => ask(action)} />
        ))}
        {changed.length > 0 && onCancel === null && (
          <button type="button" className="button quiet" onClick={form.discard}>
            Discard changes
          </button>
        )}
        {onCancel && (
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              form.discard()
              onCancel()
            }}
          >
            Cancel
          </button>
        )}
        {isShown && type.kind === 'collectionType' && type.actions.includes('create') && (
          <button type="button" className="button quiet" onClick={() => navigate({ entry: 'new' })}>
            New entry
          </button>
        )}
      </div>
    </header>
  )
}

function headline({ condition: { title, isNew, localizeTo, type } }: EntryEditorState): string {
  if (localizeTo !== null) return `${title}, in ${localizeTo}`
  return isNew ? `New ${type.displayName}` : title
}

interface ActionButtonProps {
  readonly action: EntryAction
  readonly onClick: () => void
}

/** Stays focusable when it is disabled, and explains why. */
function ActionButton({ action: { label, look, isOff }, onClick }: ActionButtonProps) {
  return (
    <button
      type="button"
      className={look === 'plain' ? 'button' : `button ${look}`}
      aria-disabled={isOff !== null || undefined}
      title={isOff ?? undefined}
      onClick={() => {
        if (isOff === null) onClick()
      }}
    >
      {label}
    </button>
  )
}
