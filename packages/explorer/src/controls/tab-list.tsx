import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: readonly { readonly name: Name; readonly label: string }[]
  readonly selected: Name
  readonly onSelect: (name: Name) => void
  /** Shown beside the tabs. */
  readonly extra?: ReactNode
  readonly children: ReactNode
}

/** Tabs with their panel. The arrow keys, Home and End select a tab. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, extra, children }: TabsProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === selected)
    const last = tabs.length - 1
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }
    const target = tabs[targets[event.key] ?? -1]
    if (!target) return
    event.preventDefault()
    onSelect(target.name)
    list.current?.querySelector<HTMLElement>(`[data-name="${target.name}"]`)?.focus()
  }
  return (
    <>
      <div className="row tab-row">
        <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
          {tabs.map(({ name, label: text }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              data-name={name}
              className="tab"
              aria-selected={name === selected}
              aria-controls={`${id}-panel`}
              tabIndex={name === selected ? 0 : -1}
              onClick={() => onSelect(name)}
            >
              {text}
            </button>
          ))}
        </div>
        {extra}
      </div>
      <div className="stack" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  )
}
