import { useEffect } from 'react'

/** Sets the title of the window. Does nothing while the title isn't known. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    document.title = name ? `${name} · Atlas` : 'Atlas'
  }, [name])
}
