import { useLayoutEffect, useRef } from 'react'

type RowButtonName = 'up' | 'down' | 'remove'

interface RowButtonProps {
  readonly name: RowButtonName
  readonly text: string
  readonly about: string
  readonly isOff?: boolean
  readonly onClick: () => void
}

/** Stays focusable when it is disabled, so that the focus isn't lost at the ends of the list. */
export function RowButton({ name, text, about, isOff = false, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      className="button quiet small icon"
      data-name={name}
      aria-label={about}
      title={about}
      aria-disabled={isOff || undefined}
      onClick={() => {
        if (!isOff) onClick()
      }}
    >
      <span aria-hidden="true">{text}</span>
    </button>
  )
}

/** After the next render, moves the focus to a button of a row, or to the picker if no row is left. */
export function useListFocus(pickerId: string) {
  const list = useRef<HTMLOListElement>(null)
  const next = useRef<{ readonly index: number; readonly name: string } | null>(null)
  // Not `useEffect`: the delayed effect of an earlier render could run between a click and its render.
  useLayoutEffect(() => {
    if (!next.current) return
    const { index, name } = next.current
    next.current = null
    const row = list.current?.children[index]
    const button = row?.querySelector<HTMLElement>(`[data-name="${name}"]`) ?? document.getElementById(pickerId)
    button?.focus()
  })
  const focusAfter = (index: number, name: RowButtonName) => {
    next.current = { index, name }
  }
  return { list, focusAfter }
}
