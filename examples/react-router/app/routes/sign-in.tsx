import { failureOf } from '@content-api/sdk/frameworks'
import { data, Form, redirect } from 'react-router'
import { apiContext } from '../service.server'
import type { Route } from './+types/sign-in'

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const identifier = String(form.get('identifier'))
  try {
    await context.get(apiContext).auth.login({ identifier, password: String(form.get('password')) })
  } catch (cause) {
    const failure = failureOf(cause)
    return data({ ...failure, identifier }, { status: failure.status })
  }
  return redirect('/')
}

export default function SignIn({ actionData: failure }: Route.ComponentProps) {
  return (
    <>
      <title>Sign in</title>
      <h1>Sign in</h1>
      {failure && <p role="alert">{failure.message}</p>}
      <Form method="post">
        <label>
          Name or e-mail address
          <input name="identifier" autoComplete="username" defaultValue={failure?.identifier} required />
        </label>
        <label>
          Password <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button type="submit">Sign in</button>
      </Form>
    </>
  )
}
