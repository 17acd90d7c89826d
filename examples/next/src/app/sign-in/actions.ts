'use server'

import { ApiError } from '@content-api/sdk'
import { redirect } from 'next/navigation'
import { textOf } from '../../form-text'
import { serviceOfUser } from '../../service'

export async function signIn(form: FormData): Promise<void> {
  const problem = await serviceOfUser()
    .auth.login({ identifier: textOf(form, 'identifier'), password: textOf(form, 'password') })
    .then(
      () => undefined,
      (error: unknown) => {
        if (ApiError.is(error)) return error.serverMessage
        throw error
      },
    )
  // `redirect` throws, so it is outside of the try block.
  redirect(problem === undefined ? '/' : `/sign-in?problem=${encodeURIComponent(problem)}`)
}

export async function signOut(): Promise<void> {
  await serviceOfUser().auth.logout()
  redirect('/')
}
