import './controls.css'
import { useCombobox, type UseComboboxStateChangeOptions, type UseComboboxState } from 'downshift'
import { useEffect, useId, useState } from 'react'
import { type Search, useSearch } from './use-search.js'

/** One line of a combobox. */
export interface Choice {
  /** Identifies the choice. */
  readonly key: string
  readonly label: string
  /** Shown beside the label, in a softer colour. */
  readonly detail?: string | undefined
}

export interface ComboboxProps<One extends Choice> {
  readonly label: string
  /** Hides the label except from assistive technology, for a combobox whose context shows it already. */
  readonly hideLabel?: boolean
  /** The current choice; null for a combobox that adds choices to a list and is cleared after each choice. */
  readonly selected: One | null
  /** Must be the same function in each render. A new function starts a new search. */
  readonly search: Search<One>
  readonly onPick: (one: One) => void
  /** Returns whether a choice is already in the list to which this combobox adds. */
  readonly isChosen?: (one: One) => boolean
  readonly placeholder?: string
  /** The message if nothing is found. */
  readonly nothing?: string
  readonly describedBy?: string | undefined
  readonly isInvalid?: boolean | undefined
  /** The id of the input, so that an error can move the focus there. */
  readonly inputId?: string
}

/** An input that searches choices while the user types. */
export function Combobox<One extends Choice>(props: ComboboxProps<One>) {
  const { label, hideLabel = false, selected, search, onPick, placeholder, nothing = 'Nothing found' } = props
  const generatedId = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  // While the input shows the label of the current choice, the list shows the first choices instead of a search for it.
  const wanted = !isOpen ? null : text === selected?.label ? '' : text
  const { found, isLoading, error } = useSearch(search, wanted)
  const box = useCombobox<One>({
    items: [...found],
    selectedItem: selected,
    itemToString: (one) => one?.label ?? '',
    itemToKey: (one) => one?.key,
    defaultHighlightedIndex: 0,
    inputId: props.inputId ?? generatedId,
    onInputValueChange: ({ inputValue }) => setText(inputValue),
    onIsOpenChange: (change) => setOpen(change.isOpen),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onPick(selectedItem),
    stateReducer: keepChoice,
  })
  const { setHighlightedIndex } = box
  const isTyped = wanted !== null && wanted !== ''
  // Search results arrive after the key press, so downshift can't highlight the first one itself.
  useEffect(() => {
    if (isTyped && found.length > 0) setHighlightedIndex(0)
  }, [isTyped, found, setHighlightedIndex])
  const hits = found.length === 1 ? '1 hit' : `${found.length} hits`
  const status = error ?? (isLoading ? 'Searching…' : found.length === 0 ? nothing : hits)
  return (
    <div className="field combobox">
      <label className={hideLabel ? 'visually-hidden' : 'label'} {...box.getLabelProps()}>
        {label}
      </label>
      <input
        className="input"
        placeholder={placeholder}
        spellCheck={false}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid || undefined}
        {...box.getInputProps({
          onFocus: ({ currentTarget }) => currentTarget.select(),
          onKeyDown: (event) => {
            // The highlighted choices are results of an earlier text.
            if (event.key === 'Enter' && isLoading) skipDownshift(event.nativeEvent)
          },
        })}
      />
      <ul className="choices" data-open={box.isOpen || undefined} {...box.getMenuProps()}>
        {box.isOpen &&
          found.map((one, index) => (
            <li
              key={one.key}
              data-highlighted={box.highlightedIndex === index || undefined}
              {...box.getItemProps({ item: one, index })}
            >
              <span className="choice-label">{one.label}</span>
              <span className="soft">{props.isChosen?.(one) ? 'chosen' : one.detail}</span>
            </li>
          ))}
      </ul>
      {box.isOpen && (
        <p className={found.length === 0 ? 'choices-status' : 'visually-hidden'} role="status">
          {status}
        </p>
      )}
    </div>
  )
}

function skipDownshift(event: Event & { preventDownshiftDefault?: boolean }): void {
  event.preventDownshiftDefault = true
}

/**
 * Keeps the choice, and shows its label again, when the user leaves or closes the combobox. By default,
 * downshift would choose the highlighted line or clear the choice.
 */
function keepChoice<One extends Choice>(
  state: UseComboboxState<One>,
  { type, changes, props }: UseComboboxStateChangeOptions<One>,
): Partial<UseComboboxState<One>> {
  const types = useCombobox.stateChangeTypes
  const { selectedItem } = state
  const kept = { selectedItem, inputValue: selectedItem?.label ?? '' }
  if (type === types.InputKeyDownEscape || type === types.InputBlur) return { ...changes, ...kept, isOpen: false }
  // The choice was added to a list. Clear the input for the next one.
  const isList = props.selectedItem === null
  if (isList && (type === types.ItemClick || type === types.InputKeyDownEnter) && changes.selectedItem) {
    return { ...changes, inputValue: '' }
  }
  return changes
}
