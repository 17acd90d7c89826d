import { SignInForm } from './sign-in-form'

export const metadata = { title: 'Sign in' }

export default function SignIn() {
  return (
    <>
      <h1>Sign in</h1>
      <SignInForm />
    </>
  )
}
