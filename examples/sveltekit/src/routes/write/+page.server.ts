import { failureOf } from '@content-api/sdk/frameworks'
import { fail, redirect } from '@sveltejs/kit'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ locals }) => {
  if ((await locals.api.auth.token()) === undefined) redirect(303, '/sign-in')
}

export const actions: Actions = {
  default: async ({ request, locals: { api } }) => {
    const form = await request.formData()
    const title = String(form.get('title'))
    const text = String(form.get('text'))
    const slug = title.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')
    const file = form.get('cover')
    try {
      const [cover] = file instanceof File && file.size > 0 ? await api.upload(file) : []
      await api.collection('articles').create({
        title,
        slug,
        body: [{ type: 'paragraph', children: [{ type: 'text', text }] }],
        cover: cover?.id ?? null,
      })
    } catch (cause) {
      const failure = failureOf(cause)
      return fail(failure.status, { ...failure, title, text })
    }
    redirect(303, `/articles/${slug}`)
  },
}
