import { signIn } from './actions'

interface Props {
  readonly searchParams: Promise<{ problem?: string }>
}

export default async function SignIn({ searchParams }: Props) {
  const { problem } = await searchParams
  return (
    <form action={signIn}>
      <h1>Sign in</h1>
      {problem && <p role="alert">{problem}</p>}
      <label>
        Name or e-mail address <input name="identifier" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button type="submit">Sign in</button>
    </form>
  )
}
