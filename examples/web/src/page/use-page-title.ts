import { useEffect } from 'react'

/** Names what is shown in the title of the window; nothing while that isn't known yet. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    document.title = name ? `${name} · Atlas` : 'Atlas'
  }, [name])
}
