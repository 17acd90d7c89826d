import './controls.css'
import { useCombobox, type UseComboboxStateChangeOptions, type UseComboboxState } from 'downshift'
import { useEffect, useId, useState } from 'react'
import { type Search, useSearch } from './use-search.js'

/** One line of a combobox. */
export interface Choice {
  /** Tells it apart from the other choices. */
  readonly key: string
  readonly label: string
  /** Said beside the label, in a softer colour. */
  readonly detail?: string | undefined
}

export interface ComboboxProps<One extends Choice> {
  readonly label: string
  /** The label is for assistive technology only, because something else shows it. */
  readonly hideLabel?: boolean
  /** What is chosen; null for a combobox that adds to a list, which is emptied after each choice. */
  readonly selected: One | null
  /** Keep its identity between renders: another function searches again. */
  readonly search: Search<One>
  readonly onPick: (one: One) => void
  /** Whether a choice is in the list already that this combobox adds to. */
  readonly isChosen?: (one: One) => boolean
  readonly placeholder?: string
  /** What to say where nothing is found. */
  readonly nothing?: string
  readonly describedBy?: string | undefined
  readonly isInvalid?: boolean | undefined
  /** Given to the input, so that an error can move the focus there. */
  readonly inputId?: string
}

/** An input that finds choices as one types, chosen by keyboard or pointer. */
export function Combobox<One extends Choice>(props: ComboboxProps<One>) {
  const { label, hideLabel = false, selected, search, onPick, placeholder, nothing = 'Nothing found' } = props
  const generatedId = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  // The label of the choice isn't what people search for: opening the list shows the first choices.
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
  // Hits arrive after the key press for which downshift would have highlighted the first one.
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
            // What is highlighted are hits of an earlier text.
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
 * Leaving or closing the combobox keeps the choice, and shows its label again; downshift would choose the highlighted line,
 * or clear the choice.
 */
function keepChoice<One extends Choice>(
  state: UseComboboxState<One>,
  { type, changes, props }: UseComboboxStateChangeOptions<One>,
): Partial<UseComboboxState<One>> {
  const types = useCombobox.stateChangeTypes
  const { selectedItem } = state
  const kept = { selectedItem, inputValue: selectedItem?.label ?? '' }
  if (type === types.InputKeyDownEscape || type === types.InputBlur) return { ...changes, ...kept, isOpen: false }
  // The choices are added to a list, so the input is free for the next one.
  const isList = props.selectedItem === null
  if (isList && (type === types.ItemClick || type === types.InputKeyDownEnter) && changes.selectedItem) {
    return { ...changes, inputValue: '' }
  }
  return changes
}
