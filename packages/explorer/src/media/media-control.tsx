import './media.css'
import { useState } from 'react'
import { RowButton, useListFocus } from '../controls/list-buttons.tsx'
import type { ControlProps } from '../entry/field-parts.tsx'
import { moved, type Related } from '../entry/related.js'
import { useExplorer } from '../state/explorer-context.js'
import { FilePicture } from './file-picture.tsx'
import { MediaPicker } from './media-picker.tsx'

interface MediaControlProps extends ControlProps {
  readonly items: readonly Related[]
  readonly onChange: (items: readonly Related[]) => void
}

/** The control of a media attribute: its files in their order. */
export function MediaControl({ attribute, items, onChange, id, isReadOnly, describedBy }: MediaControlProps) {
  const { model } = useExplorer()
  const [isPicking, setPicking] = useState(false)
  const { list, focusAfter } = useListFocus(id)
  const { options, name } = attribute
  if (options.type !== 'media') return null
  const move = (index: number, by: -1 | 1) => {
    onChange(moved(items, index, by))
    focusAfter(index + by, by === -1 ? 'up' : 'down')
  }
  const remove = (index: number) => {
    onChange(items.toSpliced(index, 1))
    focusAfter(Math.min(index, items.length - 2), 'remove')
  }
  return (
    <div className="stack related">
      <ol className="related-list" ref={list}>
        {items.map((file, index) => {
          const known = file.label ?? `file ${file.id}`
          return (
            <li key={file.id} className="row">
              <FilePicture source={file.image ?? null} name={known} />
              <span className="grow">
                {known} <span className="hint">id {file.id}</span>
              </span>
              {!isReadOnly && options.multiple && (
                <>
                  <RowButton
                    name="up"
                    text="↑"
                    about={`Move ${known} up`}
                    isOff={index === 0}
                    onClick={() => move(index, -1)}
                  />
                  <RowButton
                    name="down"
                    text="↓"
                    about={`Move ${known} down`}
                    isOff={index === items.length - 1}
                    onClick={() => move(index, 1)}
                  />
                </>
              )}
              {!isReadOnly && (
                <RowButton name="remove" text="×" about={`Remove ${known}`} onClick={() => remove(index)} />
              )}
            </li>
          )
        })}
      </ol>
      {items.length === 0 && <p className="hint">None</p>}
      {!isReadOnly && model.media && (
        <button
          type="button"
          id={id}
          className="button small align-start"
          aria-describedby={describedBy}
          onClick={() => setPicking(true)}
        >
          Choose {options.multiple ? 'files' : 'a file'}
          <span className="visually-hidden"> for {name}</span>
        </button>
      )}
      {!isReadOnly && !model.media && <p className="hint">{model.identity.label} may not list files.</p>}
      {isPicking && model.media && (
        <MediaPicker
          media={model.media}
          name={name}
          attribute={options}
          chosen={items}
          onChoose={(files) => {
            onChange(files)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}
