import { useCallback } from 'react'
import { Combobox } from '../controls/combobox.tsx'
import { choiceOf, findRelated } from '../entry/find-related.js'
import { useLabels } from '../entry/use-labels.js'
import type { ExplorerType } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import type { QueryValue } from '../state/query.js'
import { operandOf, valuesOf } from './operators.js'

interface EntryOperandProps {
  readonly target: ExplorerType
  readonly operator: string
  readonly value: QueryValue | null
  readonly onChange: (value: QueryValue | null) => void
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
}

/** Returns whether entries can be chosen by their labels instead of their ids. */
export function isChosenByLabel(target: ExplorerType | undefined, operator: string, value: QueryValue | null): boolean {
  const isList = target?.kind === 'collectionType' && target.actions.includes('find')
  const comparesEntries = ['$eq', '$ne', '$in', '$notIn'].includes(operator)
  return isList && comparesEntries && (value === null || valuesOf(value).every((id) => /^\d+$/.test(id)))
}

/** Chooses the ids of a condition, by searching entries on the server. */
export function EntryOperand({ target, operator, value, onChange, describedBy, isInvalid }: EntryOperandProps) {
  const { model, transport } = useExplorer()
  const ids = valuesOf(value)
  const chosen = useLabels(ids.map((id) => ({ id: Number(id), type: target.uid }))).map(choiceOf)
  const search = useCallback(
    (text: string, signal: AbortSignal) =>
      findRelated({ model, transport, target, locale: model.content.everyLocale }, text, signal),
    [model, transport, target],
  )
  const isMany = operandOf(operator) === 'many'
  const pick = (id: number) => {
    if (!isMany) onChange(String(id))
    else if (!ids.includes(String(id))) onChange([...ids, String(id)])
  }
  const without = (id: number) => {
    const rest = ids.filter((one) => one !== String(id))
    onChange(rest.length === 0 ? null : rest)
  }
  return (
    <>
      {isMany &&
        chosen.map(({ key, label, related }) => (
          <span key={key} className="filter">
            <span>{label}</span>
            <button type="button" className="remove" aria-label={`Remove ${label}`} onClick={() => without(related.id)}>
              ×
            </button>
          </span>
        ))}
      <Combobox
        label={isMany ? `Add ${target.displayName}` : target.displayName}
        hideLabel
        placeholder={isMany ? `Add ${target.displayName}` : `Find ${target.displayName}`}
        selected={isMany ? null : (chosen[0] ?? null)}
        search={search}
        onPick={({ related }) => pick(related.id)}
        describedBy={describedBy}
        isInvalid={isInvalid}
      />
    </>
  )
}
