import { useMemo } from 'react'
import { tokensOf, type Token } from './highlight.js'

interface CodeBlockProps {
  readonly label: string
  readonly language: string
  readonly text: string
}

/** Highlighted code. It is focusable, so that the keyboard can scroll it. */
export function CodeBlock({ label, language, text }: CodeBlockProps) {
  const tokens = useMemo(() => tokensOf(text, language), [text, language])
  return (
    <pre className="code" tabIndex={0} role="region" aria-label={label}>
      <code>{tokens.map(drawn)}</code>
    </pre>
  )
}

/** The index is the key: when the text changes, React renders all tokens again. */
function drawn(token: Token, index: number): React.ReactNode {
  if (typeof token === 'string') return token
  return (
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index} className={`hl-${token.scope.replaceAll('.', ' hl-')}`}>
      {token.children.map(drawn)}
    </span>
  )
}
