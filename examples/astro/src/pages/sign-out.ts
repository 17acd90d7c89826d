import type { APIRoute } from 'astro'

export const POST: APIRoute = async ({ locals, redirect }) => {
  await locals.api.auth.logout()
  return redirect('/', 303)
}
