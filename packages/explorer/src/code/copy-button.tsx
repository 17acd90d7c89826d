import { useEffect, useState } from 'react'
import { useExplorer } from '../state/explorer-context.js'

interface CopyButtonProps {
  /** Names the copied text for assistive technology, for example `the URL`. */
  readonly of: string
  readonly text: string
}

/** Milliseconds for which the button shows the result. */
const shownFor = 2000

export function CopyButton({ of, text }: CopyButtonProps) {
  const { announce } = useExplorer()
  const [outcome, setOutcome] = useState<string | null>(null)
  useEffect(() => {
    if (outcome === null) return undefined
    const timer = setTimeout(() => setOutcome(null), shownFor)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    const isCopied = await writeToClipboard(text)
    setOutcome(isCopied ? 'Copied' : 'Not copied')
    announce(isCopied ? `Copied ${of}` : `The browser doesn’t let the page copy ${of}`)
  }
  return (
    <button type="button" className="button small" aria-label={`Copy ${of}`} onClick={() => void copy()}>
      {outcome ?? 'Copy'}
    </button>
  )
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
