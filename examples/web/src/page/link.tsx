import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { goTo } from './location.js'

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string
}

/** A link to another address of this app. The browser handles clicks with a modifier key. */
export function Link({ to, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goTo(to)
    window.scrollTo(0, 0)
  }
  return <a {...rest} href={to} onClick={follow} />
}
