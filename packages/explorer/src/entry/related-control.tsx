import { useCallback, useState } from 'react'
import { Combobox } from '../controls/combobox.tsx'
import { RowButton, useListFocus } from '../controls/list-buttons.tsx'
import { StateLink } from '../frame/state-link.tsx'
import { routeOf } from '../model/model-index.js'
import type { ExplorerType } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { shownRelations } from './entry-query.js'
import type { ControlProps } from './field-parts.tsx'
import { choiceOf, findRelated, type RelatedChoice } from './find-related.js'
import { RelatedIdInput } from './related-id-input.tsx'
import { isToMany, leadsAnywhere, moved, type Related, sameRelated } from './related.js'
import { useLabels } from './use-labels.js'

export interface RelatedControlProps extends ControlProps {
  readonly items: readonly Related[]
  readonly onChange: (items: readonly Related[]) => void
  /** The locale of the edited entry. */
  readonly locale: string
}

/** Chooses the entries of a relation. */
export function RelatedControl(props: RelatedControlProps) {
  const { attribute, items, onChange, isReadOnly } = props
  const isMany = isToMany(attribute.options)
  const targets = useTargets(props)
  const labelled = useLabels(items)
  const pick = (one: Related) => {
    if (!items.some((item) => sameRelated(item, one))) onChange(isMany ? [...items, one] : [one])
  }
  if (isMany || leadsAnywhere(attribute.options)) {
    return (
      <div className="stack related">
        <RelatedList {...props} items={labelled} isMany={isMany} />
        {!isReadOnly && targets.length > 0 && (
          <RelatedPicker {...props} targets={targets} selected={null} onPick={pick} />
        )}
        {!isReadOnly && targets.length === 0 && <RelatedIdInput {...props} onPick={pick} />}
      </div>
    )
  }
  const [target] = targets
  const [one] = labelled
  return (
    <div className="row related">
      {(isReadOnly || !target) && (
        <output id={isReadOnly ? props.id : undefined}>{one ? (one.label ?? `#${one.id}`) : 'None'}</output>
      )}
      {!isReadOnly && !target && <RelatedIdInput {...props} onPick={pick} />}
      {!isReadOnly && target && (
        <div className="grow">
          <RelatedPicker {...props} targets={[target]} selected={one ? choiceOf(one) : null} onPick={pick} />
        </div>
      )}
      {one && <OpenLink related={one} target={target} />}
      {one && !isReadOnly && (
        <RowButton name="remove" text="×" about={`Clear ${attribute.name}`} onClick={() => onChange([])} />
      )}
    </div>
  )
}

function useTargets({ attribute }: RelatedControlProps): readonly ExplorerType[] {
  const { model } = useExplorer()
  const { options } = attribute
  if (options.type !== 'relation') return []
  const canList = (type: ExplorerType) => type.actions.includes('find')
  if (options.target === undefined) return model.types.filter(canList)
  const target = model.typeOf(options.target)
  return target && canList(target) ? [target] : []
}

interface RelatedPickerProps extends RelatedControlProps {
  readonly targets: readonly ExplorerType[]
  readonly selected: RelatedChoice | null
  readonly onPick: (one: Related) => void
}

function RelatedPicker(props: RelatedPickerProps) {
  const { attribute, targets, selected, onPick, locale, id, describedBy, isInvalid } = props
  const { model, transport } = useExplorer()
  const [uid, setUid] = useState(targets[0]?.uid)
  const target = targets.find((one) => one.uid === uid) ?? targets[0]
  const search = useCallback(
    async (text: string, signal: AbortSignal) =>
      target ? findRelated({ model, transport, target, locale }, text, signal) : [],
    [model, transport, target, locale],
  )
  const isAny = leadsAnywhere(attribute.options)
  // Only polymorphic relations need the type of each entry.
  const chosenOf = ({ related: { type, ...one } }: RelatedChoice): Related =>
    isAny && type !== undefined ? { ...one, type } : one
  return (
    <div className="row">
      {isAny && (
        <select
          className="select"
          aria-label={`Type of the entry to add to ${attribute.name}`}
          value={target?.uid}
          onChange={(event) => setUid(event.target.value)}
        >
          {targets.map((one) => (
            <option key={one.uid} value={one.uid}>
              {one.displayName}
            </option>
          ))}
        </select>
      )}
      <div className="grow">
        <Combobox
          label={selected || !isToMany(attribute.options) ? attribute.name : `Add to ${attribute.name}`}
          hideLabel
          inputId={id}
          placeholder={`Search ${target?.displayName ?? ''}`}
          selected={selected}
          search={search}
          describedBy={describedBy}
          isInvalid={isInvalid}
          isChosen={(one) => selected === null && props.items.some((item) => sameRelated(item, chosenOf(one)))}
          onPick={(one) => onPick(chosenOf(one))}
        />
      </div>
    </div>
  )
}

interface RelatedListProps extends RelatedControlProps {
  readonly isMany: boolean
}

function RelatedList({ attribute, items, onChange, isReadOnly, isMany, id }: RelatedListProps) {
  const { model } = useExplorer()
  const { list, focusAfter } = useListFocus(id)
  const hasMore = items.length > shownRelations && model.content.selectsInPopulate
  const move = (index: number, by: -1 | 1) => {
    onChange(moved(items, index, by))
    focusAfter(index + by, by === -1 ? 'up' : 'down')
  }
  const remove = (index: number) => {
    onChange(items.toSpliced(index, 1))
    focusAfter(Math.min(index, items.length - 2), 'remove')
  }
  const target = model.targetOf(attribute)
  const type = target && model.typeOf(target.uid)
  return (
    <>
      {items.length === 0 && <p className="hint">None</p>}
      <ol className="related-list" ref={list}>
        {items.map((one, index) => (
          <li key={`${one.type ?? ''} ${one.id}`} className="row">
            <span className="grow">
              {one.label ?? `#${one.id}`} <span className="hint">{nameOfType(one, model.typeOf)}</span>
              {leadsAnywhere(attribute.options) && one.type === undefined && (
                <span className="hint"> (the response doesn’t name its type)</span>
              )}
            </span>
            <OpenLink related={one} target={one.type === undefined ? type : model.typeOf(one.type)} />
            {!isReadOnly && isMany && (
              <>
                <RowButton
                  name="up"
                  text="↑"
                  about={`Move ${nameOf(one)} up`}
                  isOff={index === 0}
                  onClick={() => move(index, -1)}
                />
                <RowButton
                  name="down"
                  text="↓"
                  about={`Move ${nameOf(one)} down`}
                  isOff={index === items.length - 1}
                  onClick={() => move(index, 1)}
                />
              </>
            )}
            {!isReadOnly && (
              <RowButton name="remove" text="×" about={`Remove ${nameOf(one)}`} onClick={() => remove(index)} />
            )}
          </li>
        ))}
      </ol>
      {hasMore && (
        <p className="hint">There are more than {shownRelations} entries. Those that aren’t shown stay unchanged.</p>
      )}
    </>
  )
}

const nameOf = ({ label, id }: Related): string => label ?? `entry ${id}`

function nameOfType({ type, id }: Related, typeOf: (uid: string) => ExplorerType | undefined): string {
  const name = type === undefined ? '' : `${typeOf(type)?.displayName ?? type} `
  return `${name}id ${id}`
}

function OpenLink({ related, target }: { readonly related: Related; readonly target: ExplorerType | undefined }) {
  const { model } = useExplorer()
  if (!target?.actions.includes(target.kind === 'singleType' ? 'find' : 'findOne')) return null
  const entry = target.kind === 'singleType' ? null : String(related[model.content.key] ?? related.id)
  return (
    <StateLink
      to={{ type: routeOf(target, model.api.prefix), view: 'entry', entry, query: {} }}
      label={`Open ${nameOf(related)}`}
    >
      Open
    </StateLink>
  )
}
