'use server'

import { failureOf } from '@content-api/sdk/frameworks'
import { redirect } from 'next/navigation'
import { textOf } from '../../form-text'
import { serviceOfUser } from '../../service'

export async function signIn(form: FormData): Promise<void> {
  const { auth } = await serviceOfUser()
  const problem = await auth.login({ identifier: textOf(form, 'identifier'), password: textOf(form, 'password') }).then(
    () => undefined,
    (error: unknown) => failureOf(error).message,
  )
  // `redirect` throws, so it is outside of the try block.
  redirect(problem === undefined ? '/' : `/sign-in?problem=${encodeURIComponent(problem)}`)
}

export async function signOut(): Promise<void> {
  const { auth } = await serviceOfUser()
  await auth.logout()
  redirect('/')
}
