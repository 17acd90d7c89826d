import { useEffect } from 'react'

/** Sets the title of the window: `<name> · Atlas`, or `Atlas` while the name isn't known. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    document.title = name ? `${name} · Atlas` : 'Atlas'
  }, [name])
}
