import { type ReactNode, useEffect, useId, useRef } from 'react'

export interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** The buttons beside the button that closes the dialog. */
  readonly actions?: ReactNode
  readonly closeLabel?: string
  readonly onClose: () => void
}

/** A modal dialog. Escape closes it, and the focus returns to the previous element. */
export function Dialog({ title, children, actions, closeLabel = 'Close', onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    const element = dialog.current
    if (element && !element.open) element.showModal()
    // By default, the browser focuses the first control, which is not always the best one.
    element?.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
      </header>
      <div className="body stack">{children}</div>
      <footer>
        <button type="button" className="button" onClick={onClose}>
          {closeLabel}
        </button>
        {actions}
      </footer>
    </dialog>
  )
}

export interface ConfirmDialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly confirmLabel: string
  /** True for actions that can't be undone. */
  readonly isDanger?: boolean
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** A dialog in which the user confirms a write or a deletion. */
export function ConfirmDialog({ confirmLabel, isDanger = false, isBusy, onConfirm, ...dialog }: ConfirmDialogProps) {
  const confirm = (
    <button
      type="button"
      className={isDanger ? 'button danger' : 'button primary'}
      data-initial-focus={isDanger ? undefined : ''}
      aria-disabled={isBusy || undefined}
      onClick={() => {
        if (!isBusy) onConfirm()
      }}
    >
      {isBusy ? 'Sending…' : confirmLabel}
    </button>
  )
  return <Dialog {...dialog} closeLabel="Cancel" actions={confirm} />
}
