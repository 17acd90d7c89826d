import { useEffect, useState } from 'react'
import type { ExplorerAttribute } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { asSaved, type EntryValues, type FieldState, type FormState, formOf, withChanges } from './form.js'
import { forgetForm, keepForm, keptForm } from './kept-forms.js'
import { describeRelated } from './load-entry.js'

export interface EntryForm {
  readonly form: FormState
  readonly change: (name: string, field: FieldState) => void
  /** Discards the changes. */
  readonly discard: () => void
  /** Call this after a write: the changes become the values of the entry. */
  readonly accept: () => void
  /** True if the form contains unsaved changes of an earlier visit. */
  readonly isRestored: boolean
}

interface State {
  readonly form: FormState
  /** True after the user has changed a field. */
  readonly isTouched: boolean
  readonly isRestored: boolean
}

interface FormOptions {
  /** Initial changes of a new localization: the values of the entry that it is created from. */
  readonly prefilled: EntryValues | undefined
  /** The title of the entry. */
  readonly title: string
}

/**
 * Manages the form of an entry. Unsaved changes are kept while the user visits other parts of the page.
 *
 * @param key identifies the form: the entry and the identity
 */
export function useEntryForm(
  key: string,
  attributes: readonly ExplorerAttribute[],
  values: EntryValues,
  { prefilled, title }: FormOptions,
): EntryForm {
  const { model, state: page } = useExplorer()
  const start = (): State => {
    const options = { componentOf: model.componentOf, describe: describeRelated(model) }
    const read = formOf(attributes, values, options)
    const form = prefilled === undefined ? read : withValues(read, formOf(attributes, prefilled, options))
    return { form, isTouched: false, isRestored: false }
  }
  const restore = (): State => {
    const earlier = keptForm(key)
    const state = start()
    return earlier ? { form: withChanges(state.form, earlier), isTouched: true, isRestored: true } : state
  }
  const [state, setState] = useState(restore)
  const [shownValues, setShownValues] = useState(values)
  if (shownValues !== values) {
    // The entry was loaded again.
    setShownValues(values)
    setState(restore())
  }
  const { form, isTouched, isRestored } = state
  useEffect(() => {
    if (isTouched) keepForm(key, form, { title, state: page })
    else forgetForm(key)
    // The state of the page is only stored when the form changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, form, isTouched])
  return {
    form,
    isRestored,
    change: (name, field) =>
      setState((before) => ({ ...before, form: { ...before.form, [name]: field }, isTouched: true })),
    discard: () => {
      forgetForm(key)
      setState(start())
    },
    accept: () => {
      forgetForm(key)
      setState({ form: asSaved(form, attributes), isTouched: false, isRestored: false })
    },
  }
}

/** Returns a form with the values of another form as changes. */
function withValues(form: FormState, other: FormState): FormState {
  const changes = Object.entries(form).map(([name, field]): [string, FieldState] => {
    const from = other[name]
    return [name, from?.kind === field.kind ? ({ ...from, initial: field.initial } as FieldState) : field]
  })
  return Object.fromEntries(changes)
}
