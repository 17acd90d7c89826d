import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Field } from '../edit/field.tsx'
import { type FieldIssues, issuesAtFields } from '../edit/form-issues.js'
import { useFormFocus } from '../edit/use-form-focus.js'
import { describeProblem } from '../page/describe-problem.js'
import { useService } from '../service-context.js'
import { enter, type EntranceKind } from './enter.js'
import { provider, startSignIn } from './provider-sign-in.js'

interface AccountDialogProps {
  readonly kind: EntranceKind
  readonly onKind: (kind: EntranceKind) => void
  readonly onClose: () => void
}

const empty = { username: '', email: '', password: '' }
const texts = {
  'sign-in': { title: 'Sign in', other: 'register', otherText: 'No account yet? Register' },
  register: { title: 'Register', other: 'sign-in', otherText: 'You have an account? Sign in' },
} as const

/** A dialog to sign in and to register. The page behind it stays unchanged. */
export function AccountDialog({ kind, onKind, onClose }: AccountDialogProps) {
  const { api } = useService()
  const dialog = useRef<HTMLDialogElement>(null)
  const [given, setGiven] = useState(empty)
  const [issues, setIssues] = useState<FieldIssues>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useFormFocus(issues)
  const { title, other, otherText } = texts[kind]
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  // Closes the dialog with its own method, which restores the focus.
  const close = () => dialog.current?.close()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setIssues({})
    setProblem(null)
    try {
      await enter(api, kind, given)
      close()
    } catch (error) {
      const found = issuesAtFields(error, [...Object.keys(empty), 'identifier'])
      if (found) setIssues(found)
      else setProblem(describeProblem(error).text)
      setBusy(false)
    }
  }
  const set = (name: keyof typeof empty) => (value: string) => setGiven((before) => ({ ...before, [name]: value }))

  return (
    <dialog ref={dialog} className="account" aria-label={title} onClose={onClose}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <h2>{title}</h2>
        <Field
          label={kind === 'sign-in' ? 'Name or e-mail address' : 'Name'}
          value={given.username}
          issue={issues['username'] ?? issues['identifier']}
          autoComplete="username"
          onChange={set('username')}
        />
        {kind === 'register' && (
          <Field
            label="E-mail address"
            type="email"
            value={given.email}
            issue={issues['email']}
            autoComplete="email"
            onChange={set('email')}
          />
        )}
        <Field
          label="Password"
          type="password"
          value={given.password}
          issue={issues['password']}
          autoComplete={kind === 'sign-in' ? 'current-password' : 'new-password'}
          onChange={set('password')}
        />
        {problem && (
          <p className="issue" role="alert">
            {problem}
          </p>
        )}
        <div className="actions">
          <button type="submit" className="primary" aria-disabled={busy}>
            {title}
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </div>
        {provider !== undefined && (
          <button type="button" className="quiet" onClick={() => void startSignIn(api)}>
            Sign in with {provider}
          </button>
        )}
        <button type="button" className="quiet" onClick={() => onKind(other)}>
          {otherText}
        </button>
      </form>
    </dialog>
  )
}
