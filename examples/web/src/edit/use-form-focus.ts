import { type RefObject, useEffect, useRef } from 'react'
import type { FieldIssues } from './form-issues.js'

/** For a form: the focus goes to its first field when it opens, and to the first that something is said against. */
export function useFormFocus(issues: FieldIssues): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [issues])
  return form
}
