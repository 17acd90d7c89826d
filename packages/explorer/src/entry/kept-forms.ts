import { changedNames, type FormState } from './form.js'

/** Forms with changes that aren't saved, by what they are about. They last as long as the page. */
const kept = new Map<string, FormState>()

/** Keeps a form while it has changes, and asks before the page is closed as long as any form is kept. */
export function keepForm(key: string, form: FormState): void {
  if (changedNames(form).length > 0) kept.set(key, form)
  else kept.delete(key)
  if (kept.size > 0) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
}

export const keptForm = (key: string): FormState | undefined => kept.get(key)

export const forgetForm = (key: string): void => keepForm(key, {})

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
