import { type ReactNode, useEffect, useId, useRef } from 'react'

export interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** The buttons of its foot, beside the one that closes it. */
  readonly actions?: ReactNode
  readonly closeLabel?: string
  readonly onClose: () => void
}

/** A modal dialog: Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, children, actions, closeLabel = 'Close', onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    const element = dialog.current
    if (element && !element.open) element.showModal()
    // The browser begins with the first control, which isn't always the likely one.
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
  /** What can't be taken back. */
  readonly isDanger?: boolean
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something is written or deleted. */
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
