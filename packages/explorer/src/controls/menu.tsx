import { type ReactNode, useEffect, useRef } from 'react'

interface MenuProps {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/** A panel that opens below its button. It closes when the focus leaves it. Escape closes it and focuses the button. */
export function Menu({ label, className = 'button', children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      const element = details.current
      if (element?.open && target instanceof Node && !element.contains(target)) element.open = false
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [])
  const closeOnEscape = ({ key }: { readonly key: string }) => {
    const element = details.current
    if (key !== 'Escape' || !element?.open) return
    element.open = false
    element.querySelector('summary')?.focus()
  }
  return (
    <details ref={details} className="menu" onKeyDown={closeOnEscape}>
      <summary className={className}>{label}</summary>
      <div className="panel stack">{children}</div>
    </details>
  )
}
