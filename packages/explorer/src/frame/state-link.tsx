import type { ReactNode } from 'react'
import { addressOf, type PageState } from '../state/address.js'
import { useExplorer } from '../state/explorer-context.js'

interface StateLinkProps {
  readonly to: Partial<PageState>
  readonly children: ReactNode
  readonly className?: string
  readonly isCurrent?: boolean
  readonly label?: string
}

/** A link to another state of the page. It also works in a new tab. */
export function StateLink({ to, children, className, isCurrent = false, label }: StateLinkProps) {
  const { state } = useExplorer()
  const href = addressOf({ ...state, ...to })
  return (
    <a href={href} className={className} aria-current={isCurrent ? 'page' : undefined} aria-label={label}>
      {children}
    </a>
  )
}
