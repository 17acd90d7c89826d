import { useEffect, useId, useMemo, useState } from 'react'
import { leave } from '../controls/leave.js'
import type { ExplorerType } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { withParameter } from '../state/query.js'
import { type EntryAction, type EntryCondition, entryActions, mayWrite } from './entry-actions.js'
import { fieldId, focusField } from './entry-fields.tsx'
import { changedData, changedNames, type EntryValues, type FieldState, formAttributes } from './form.js'
import { isRecord } from '../model/is-record.js'
import { type LoadedEntry, titleOf } from './load-entry.js'
import { firstWithIssue, type Issue, placeIssues } from './place-issues.js'
import { plain } from './scalar-field.js'
import { useEntryForm } from './use-entry-form.js'
import { useWrite, type Write } from './use-write.js'

export interface EntryEditorProps {
  readonly type: ExplorerType
  /** Null for a new entry, and for the entry of a single type. */
  readonly id: number | string | null
  readonly locale: string
  /** Null for an entry that doesn't exist yet. */
  readonly loaded: LoadedEntry | null
  readonly isLoading?: boolean
  readonly onReload: () => void
}

export interface EditorOptions extends EntryEditorProps {
  /** The locale of a new localization of the loaded entry. */
  readonly localizeTo: string | null
  readonly onLocalize: (locale: string | null) => void
}

const noValues: EntryValues = {}

/** The form of an entry, its actions and its problems. */
export function useEntryEditor(options: EditorOptions) {
  const { type, id, locale, loaded, localizeTo } = options
  const { model, state } = useExplorer()
  const formId = useId()
  const isNew = loaded === null
  const isSingle = type.kind === 'singleType'
  const attributes = useMemo(() => {
    const all = formAttributes(type.attributes)
    // A new localization only has fields for localized attributes: the others are shared.
    return localizeTo === null ? all : all.filter((attribute) => attribute.options.localized)
  }, [type, localizeTo])
  const names = attributes.map(({ name }) => name)
  const { hasVersions, key: idName } = model.content
  const place = isNew && !isSingle ? 'new' : hasVersions ? `${id ?? ''} ${locale}` : (id ?? locale)
  const key = [state.identity, type.uid, place, localizeTo ?? ''].join(' ')
  const values = localizeTo === null ? (loaded?.values ?? noValues) : noValues
  const prefilled = localizeTo === null ? undefined : loaded?.values
  const known = loaded ? titleOf(loaded.values, type.label) : `New ${type.displayName}`
  const title = localizeTo === null ? known : `${known}, in ${localizeTo}`
  const form = useEntryForm(key, attributes, values, { prefilled, title })
  const [isDraft, setDraft] = useState(true)
  const [problems, setProblems] = useState<readonly Issue[]>([])
  const write = useWrite()

  const { componentOf } = model
  const changed = changedNames(form.form)
  const fresh = isNew || localizeTo !== null
  const { data, problems: formProblems } = changedData(attributes, form.form, {
    componentOf,
    fresh,
    whole: hasVersions,
  })
  const condition: EntryCondition = {
    type,
    address: { type, id, locale, hasVersions, version: loaded?.version ?? null },
    title: loaded ? titleOf(loaded.values, type.label) : type.displayName,
    data,
    hasChanges: changed.length > 0,
    isNew,
    isDraft,
    isPublished: hasVersions
      ? (loaded?.published ?? null) !== null
      : type.draftAndPublish && (loaded?.values['publishedAt'] ?? null) !== null,
    documentId: loaded && hasVersions ? plain(loaded.values[idName]) : null,
    isModified: isModified(loaded),
    localizeTo,
  }
  const issues = placeIssues([...problems, ...(write.failure?.issues ?? [])], names)
  const outcomes = useOutcomes(options, form.accept)

  useEffect(() => {
    const first = firstWithIssue(issues, names)
    if (first !== undefined) focusField(formId, first)
    else if (write.failure) document.getElementById(alertId(formId))?.focus()
    // The focus only moves when new issues arrive, not while the user fixes them.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [problems, write.failure])

  /** Asks before it writes, unless the form has invalid values. */
  const ask = ({ question, label, look, done, outcome, request }: EntryAction) => {
    const found =
      outcome === 'deleted' || outcome === 'versions' ? [] : [...formProblems, ...incompleteInputs(formId, names)]
    if (found.length > 0) return setProblems(found)
    write.ask({
      title: question,
      request: request(),
      confirmLabel: label,
      isDanger: look === 'danger',
      done,
      onDone: outcomes[outcome],
    })
  }

  return {
    formId,
    attributes,
    form,
    changed,
    formProblems,
    issues,
    condition,
    write,
    setDraft,
    mayWrite: mayWrite(condition),
    actions: entryActions(condition),
    change: (name: string, field: FieldState) => {
      write.forgetIssue(name)
      setProblems((before) => (before.some(({ path }) => path[0] === name) ? withoutField(before, name) : before))
      form.change(name, field)
    },
    ask,
    conflict: conflictOf(condition, write, ask, options.onReload),
  }
}

export type EntryEditorState = ReturnType<typeof useEntryEditor>

export const alertId = (formId: string): string => `${formId}-alert`

/** A write that the service has rejected, because the entry was changed after it was loaded. */
export interface Conflict {
  /** The label of the rejected action. */
  readonly label: string
  /** Loads the entry again. The changes of the user stay in the form. */
  readonly reload: () => void
  /** Asks to do the same without the condition. */
  readonly overwrite: () => void
}

function conflictOf(
  condition: EntryCondition,
  { failure, failed, forgetFailure }: Write,
  ask: (action: EntryAction) => void,
  onReload: () => void,
): Conflict | null {
  if (failure?.status !== 412 || !failed) return null
  const { confirmLabel: label } = failed
  return {
    label,
    reload: () => {
      forgetFailure()
      onReload()
    },
    overwrite: () => {
      const unconditional = { ...condition, address: { ...condition.address, version: null } }
      const action = entryActions(unconditional).find((one) => one.label === label)
      if (action) ask({ ...action, look: 'danger', question: `${action.question} This overwrites the other changes.` })
    },
  }
}

/** Publication copies the time of the draft, so that later times are those of changes. */
const isModified = (loaded: LoadedEntry | null): boolean => {
  if (!loaded?.published) return false
  return plain(loaded.values['updatedAt']) > plain(loaded.published['updatedAt'])
}

const withoutField = (issues: readonly Issue[], name: string) => issues.filter(({ path }) => path[0] !== name)

/** Updates the page after a write. */
function useOutcomes({ type, onReload, localizeTo, onLocalize }: EditorOptions, accept: () => void) {
  const { model, state, navigate } = useExplorer()
  const isSingle = type.kind === 'singleType'
  return {
    saved() {
      accept()
      onReload()
    },
    created(response: unknown) {
      const id = idIn(response, model.content.key)
      const query = localizeTo === null ? state.query : withParameter(state.query, 'locale', localizeTo)
      leave(() => {
        accept()
        onLocalize(null)
        navigate(isSingle || id === null ? { query } : { entry: String(id), query })
        onReload()
      })
    },
    versions: onReload,
    deleted() {
      leave(() => {
        accept()
        if (isSingle) onReload()
        else navigate({ view: 'content', entry: null })
      })
    },
  } satisfies Record<EntryAction['outcome'], (response: unknown) => void>
}

/** Returns the id in a response: of the entry in `data`, or of a bare entry, as for localizations. */
function idIn(response: unknown, key: 'id' | 'documentId'): number | string | null {
  const entry = isRecord(response) && isRecord(response['data']) ? response['data'] : response
  const id = isRecord(entry) ? entry[key] : null
  return typeof id === 'number' || typeof id === 'string' ? id : null
}

/** Returns problems of dates and times that are only partly filled in: browsers report no value for them. */
function incompleteInputs(formId: string, names: readonly string[]): readonly Issue[] {
  return names.flatMap((name) => {
    const element = document.getElementById(fieldId(formId, name))
    const isPartial = element instanceof HTMLInputElement && element.validity.badInput
    return isPartial ? [{ path: [name], message: 'Complete the date or the time, or clear it' }] : []
  })
}
