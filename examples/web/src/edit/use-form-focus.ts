import { type RefObject, useEffect, useRef } from 'react'
import type { FieldIssues } from './form-issues.js'

/** Moves the focus to the first field of a form when it opens, and to the first field with a message. */
export function useFormFocus(issues: FieldIssues): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [issues])
  return form
}
