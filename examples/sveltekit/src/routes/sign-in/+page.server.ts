import { failureOf } from '@content-api/sdk/frameworks'
import { fail, redirect } from '@sveltejs/kit'
import type { Actions } from './$types'

export const actions: Actions = {
  default: async ({ request, locals }) => {
    const form = await request.formData()
    const identifier = String(form.get('identifier'))
    try {
      await locals.api.auth.login({ identifier, password: String(form.get('password')) })
    } catch (cause) {
      const failure = failureOf(cause)
      return fail(failure.status, { ...failure, identifier })
    }
    redirect(303, '/')
  },
}
