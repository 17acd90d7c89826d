import { useSyncExternalStore } from 'react'
import type { PageState } from '../state/address.js'
import { changedNames, type FormState } from './form.js'

/** What a form is about, and where it is shown. */
export interface FormPlace {
  readonly title: string
  readonly state: PageState
}

interface KeptForm extends FormPlace {
  readonly key: string
  readonly form: FormState
}

/** Forms with changes that aren't saved, by what they are about. They last as long as the page. */
const kept = new Map<string, KeptForm>()
/** Another list when a form is added or removed, not when one changes. */
let list: readonly KeptForm[] = []
const listeners = new Set<() => void>()

/** Keeps a form while it has changes, and asks before the page is closed as long as any form is kept. */
export function keepForm(key: string, form: FormState, place: FormPlace): void {
  if (changedNames(form).length === 0) return forgetForm(key)
  const isNew = !kept.has(key)
  kept.set(key, { key, form, ...place })
  if (isNew) tell()
}

export const keptForm = (key: string): FormState | undefined => kept.get(key)?.form

export function forgetForm(key: string): void {
  if (kept.delete(key)) tell()
}

/** The forms that are kept, for whoever shows them elsewhere. */
export const useKeptForms = (): readonly KeptForm[] => useSyncExternalStore(subscribe, () => list)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  list = [...kept.values()]
  if (list.length > 0) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
  for (const listener of listeners) listener()
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
