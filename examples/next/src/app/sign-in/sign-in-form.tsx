'use client'

import { useActionState } from 'react'
import { signIn } from './actions'

export function SignInForm() {
  const [problem, action] = useActionState(signIn, undefined)
  return (
    <form action={action}>
      {problem && <p role="alert">{problem}</p>}
      <label>
        Name or e-mail address <input name="identifier" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button>Sign in</button>
    </form>
  )
}
