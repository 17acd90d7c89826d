import type { Conflict } from './use-entry-editor.js'

/** Says that somebody else has changed the entry, and offers what to do. */
export function ConflictNotice({ conflict: { label, reload, overwrite } }: { readonly conflict: Conflict }) {
  return (
    <div className="notice danger" role="alert">
      <div className="grow">
        <strong>Somebody else has changed this entry</strong>
        <p>
          Nothing was written. Load the new version: your changes stay in the form, and all other fields show the new
          values. Then choose “{label}” again.
        </p>
      </div>
      <button type="button" className="button" onClick={reload}>
        Load the new version
      </button>
      <button type="button" className="button danger" onClick={overwrite}>
        {label} anyway
      </button>
    </div>
  )
}
