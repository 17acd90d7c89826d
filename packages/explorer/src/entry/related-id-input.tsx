import { useState } from 'react'
import type { ControlProps } from './field-parts.tsx'
import type { Related } from './related.js'

interface RelatedIdInputProps extends Pick<ControlProps, 'attribute' | 'id' | 'describedBy' | 'isInvalid'> {
  readonly onPick: (one: Related) => void
}

/** Chooses an entry by its id, for types that can't be searched, such as users. */
export function RelatedIdInput({ attribute, id, describedBy, isInvalid, onPick }: RelatedIdInputProps) {
  const [text, setText] = useState('')
  const isId = /^[1-9]\d{0,14}$/.test(text.trim())
  const pick = () => {
    if (!isId) return
    onPick({ id: Number(text) })
    setText('')
  }
  return (
    <div className="row">
      <input
        id={id}
        className="input related-id"
        inputMode="numeric"
        placeholder="Id"
        aria-label={`Id of the entry for ${attribute.name}`}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) pick()
        }}
      />
      <button type="button" className="button small" aria-disabled={!isId || undefined} onClick={pick}>
        Choose<span className="visually-hidden"> it for {attribute.name}</span>
      </button>
    </div>
  )
}
