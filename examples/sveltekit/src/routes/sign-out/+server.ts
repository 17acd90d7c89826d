import { redirect } from '@sveltejs/kit'
import type { RequestHandler } from './$types'

export const POST: RequestHandler = async ({ locals }) => {
  await locals.api.auth.logout()
  redirect(303, '/')
}
