import { useEffect, useState } from 'react'
import type { ExplorerAttribute } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { asSaved, type EntryValues, type FieldState, type FormState, formOf, withChanges } from './form.js'
import { forgetForm, keepForm, keptForm } from './kept-forms.js'
import { describeRelated } from './load-entry.js'

export interface EntryForm {
  readonly form: FormState
  readonly change: (name: string, field: FieldState) => void
  /** Goes back to what was read. */
  readonly discard: () => void
  /** After a write: what was typed is what the entry holds. */
  readonly accept: () => void
  /** Changes of an earlier visit were found. */
  readonly isRestored: boolean
}

interface State {
  readonly form: FormState
  /** Somebody has changed a field. */
  readonly isTouched: boolean
  readonly isRestored: boolean
}

interface FormOptions {
  /** Values that are changes from the beginning: of the entry that a new localization is made from. */
  readonly prefilled: EntryValues | undefined
  /** What the entry is known by. */
  readonly title: string
}

/**
 * The form of an entry. Changes that aren't saved are kept while other parts of the page are shown.
 *
 * @param key what the form is about; another identity's form is another one
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
    // The entry was read anew.
    setShownValues(values)
    setState(restore())
  }
  const { form, isTouched, isRestored } = state
  useEffect(() => {
    if (isTouched) keepForm(key, form, { title, state: page })
    else forgetForm(key)
    // Where the form is shown is noted when it changes.
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

/** A form with the values of another one as its changes. */
function withValues(form: FormState, other: FormState): FormState {
  const changes = Object.entries(form).map(([name, field]): [string, FieldState] => {
    const from = other[name]
    return [name, from?.kind === field.kind ? ({ ...from, initial: field.initial } as FieldState) : field]
  })
  return Object.fromEntries(changes)
}
