import { useSyncExternalStore } from 'react'
import type { PageState } from '../state/address.js'
import { changedNames, type FormState } from './form.js'

/** The title of a form, and the state of the page that shows it. */
export interface FormPlace {
  readonly title: string
  readonly state: PageState
}

interface KeptForm extends FormPlace {
  readonly key: string
  readonly form: FormState
}

/** Forms with unsaved changes, by their keys. They are lost when the page is closed. */
const kept = new Map<string, KeptForm>()
/** A new array whenever a form is added or removed, but not when a form changes. */
let list: readonly KeptForm[] = []
const listeners = new Set<() => void>()

/** Keeps a form while it has changes. While any form is kept, the browser asks before it closes the page. */
export function keepForm(key: string, form: FormState, place: FormPlace): void {
  if (changedNames(form).length === 0) return forgetForm(key)
  const isNew = !kept.has(key)
  kept.set(key, { key, form, ...place })
  if (isNew) notify()
}

export const keptForm = (key: string): FormState | undefined => kept.get(key)?.form

export function forgetForm(key: string): void {
  if (kept.delete(key)) notify()
}

/** Returns the kept forms, for other parts of the page that list them. */
export const useKeptForms = (): readonly KeptForm[] => useSyncExternalStore(subscribe, () => list)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  list = [...kept.values()]
  if (list.length > 0) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
  for (const listener of listeners) listener()
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
