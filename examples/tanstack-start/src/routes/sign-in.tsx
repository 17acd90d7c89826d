import { failureOf } from '@content-api/sdk/frameworks'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { createServerFn, useServerFn } from '@tanstack/react-start'
import { useActionState } from 'react'

const signIn = createServerFn({ method: 'POST' })
  .validator((form: FormData) => form)
  .handler(async ({ data: form, context: { api } }) => {
    const identifier = String(form.get('identifier'))
    try {
      await api.auth.login({ identifier, password: String(form.get('password')) })
    } catch (cause) {
      return { ...failureOf(cause), identifier }
    }
    throw redirect({ to: '/', reloadDocument: true })
  })

export const Route = createFileRoute('/sign-in')({ component: SignIn })

function SignIn() {
  const submit = useServerFn(signIn)
  const [failure, action] = useActionState((_: unknown, data: FormData) => submit({ data }), undefined)
  return (
    <>
      <title>Sign in</title>
      <h1>Sign in</h1>
      {failure && <p role="alert">{failure.message}</p>}
      <form action={action}>
        <label>
          Name or e-mail address
          <input name="identifier" autoComplete="username" defaultValue={failure?.identifier} required />
        </label>
        <label>
          Password <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button type="submit">Sign in</button>
      </form>
    </>
  )
}
