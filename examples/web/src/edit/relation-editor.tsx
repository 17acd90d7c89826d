import { useCallback, useId, useState } from 'react'
import { useRequest } from '../page/use-request.js'
import { moveItem } from './move-item.js'

export interface RelatedItem {
  readonly id: number
  readonly name: string
}

interface RelationEditorProps {
  readonly label: string
  readonly items: readonly RelatedItem[]
  readonly issue?: string | undefined
  /** Finds entries to add whose names contain the text. */
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly RelatedItem[]>
  readonly onChange: (items: readonly RelatedItem[]) => void
}

/** Edits an ordered list: moves items by dragging or by buttons, removes items, and adds items with a search. */
export function RelationEditor({ label, items, issue, find, onChange }: RelationEditorProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const id = useId()
  return (
    <fieldset className="relation">
      <legend id={id}>{label}</legend>
      <ol aria-labelledby={id}>
        {items.map((item, index) => (
          <li
            key={item.id}
            draggable
            className={index === dragged ? 'dragged' : undefined}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              event.preventDefault()
              if (dragged === null || dragged === index) return
              onChange(moveItem(items, dragged, index))
              setDragged(index)
            }}
          >
            <span className="grip" aria-hidden="true">
              ⠿
            </span>
            <span className="name">{item.name}</span>
            <button
              type="button"
              aria-label={`Move ${item.name} up`}
              aria-disabled={index === 0}
              onClick={() => index > 0 && onChange(moveItem(items, index, index - 1))}
            >
              ↑
            </button>
            <button
              type="button"
              aria-label={`Move ${item.name} down`}
              aria-disabled={index === items.length - 1}
              onClick={() => index < items.length - 1 && onChange(moveItem(items, index, index + 1))}
            >
              ↓
            </button>
            <button
              type="button"
              aria-label={`Remove ${item.name}`}
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget)
                onChange(items.filter((other) => other.id !== item.id))
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ol>
      {items.length === 0 && <p className="small">None yet.</p>}
      <Adder label={label} taken={items} find={find} onAdd={(item) => onChange([...items, item])} />
      {issue && <p className="issue">{issue}</p>}
    </fieldset>
  )
}

/**
 * Moves the focus from a button whose item is removed to the same button of the next or the previous item, or
 * else to the search.
 */
function focusBeside(button: HTMLElement): void {
  const item = button.closest('li')
  const beside = item?.nextElementSibling ?? item?.previousElementSibling
  const next =
    beside?.querySelector<HTMLElement>('button:last-child') ?? item?.closest('fieldset')?.querySelector('input')
  next?.focus()
}

interface AdderProps extends Pick<RelationEditorProps, 'label' | 'find'> {
  readonly taken: readonly RelatedItem[]
  readonly onAdd: (item: RelatedItem) => void
}

function Adder({ label, taken, find, onAdd }: AdderProps) {
  const [text, setText] = useState('')
  const wanted = text.trim()
  const { value: found, error } = useRequest(
    useCallback((signal: AbortSignal) => (wanted === '' ? Promise.resolve([]) : find(wanted, signal)), [wanted, find]),
  )
  const free = found?.filter(({ id }) => taken.every((item) => item.id !== id)) ?? []
  return (
    <div className="adder">
      <input
        type="search"
        aria-label={`Add to ${label}`}
        placeholder="Add …"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {wanted !== '' && (
        <ul aria-label={`Found for ${label}`}>
          {free.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                onClick={() => {
                  onAdd(item)
                  setText('')
                }}
              >
                {item.name}
              </button>
            </li>
          ))}
          {found && free.length === 0 && <li className="small">Nothing else has that name.</li>}
          {error !== undefined && <li className="small">The search failed.</li>}
        </ul>
      )}
    </div>
  )
}
