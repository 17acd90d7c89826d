'use server'

import { failureOf } from '@content-api/sdk/frameworks'
import { redirect } from 'next/navigation'
import { serviceOfUser } from '../../service'

/** Signs in. Returns a message for the form if the service rejects the name or the password. */
export async function signIn(_previous: string | undefined, form: FormData): Promise<string> {
  const { auth } = await serviceOfUser()
  try {
    await auth.login({ identifier: String(form.get('identifier')), password: String(form.get('password')) })
  } catch (error) {
    return failureOf(error).message
  }
  // `redirect` throws, so it is outside of the try block.
  redirect('/')
}

export async function signOut(): Promise<void> {
  const { auth } = await serviceOfUser()
  await auth.logout()
  redirect('/')
}
