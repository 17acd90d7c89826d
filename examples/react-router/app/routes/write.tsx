import { failureOf } from '@content-api/sdk/frameworks'
import { data, Form, redirect } from 'react-router'
import { apiContext } from '../service.server'
import type { Route } from './+types/write'

export async function loader({ context }: Route.LoaderArgs) {
  if ((await context.get(apiContext).auth.token()) === undefined) throw redirect('/sign-in')
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
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
    return data({ ...failure, title, text }, { status: failure.status })
  }
  return redirect(`/articles/${slug}`)
}

export default function Write({ actionData: failure }: Route.ComponentProps) {
  // The slug is made from the title, and it must be unique.
  const problem = (failure?.fieldErrors.title ?? failure?.fieldErrors.slug)?.join(' ')
  return (
    <>
      <title>Write</title>
      <h1>Write</h1>
      {failure?.formErrors.map((message) => (
        <p key={message} role="alert">
          {message}
        </p>
      ))}
      <Form method="post" encType="multipart/form-data">
        <p>
          <label htmlFor="title">Title</label>
          <input
            id="title"
            name="title"
            defaultValue={failure?.title}
            required
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'title-problem' : undefined}
          />
          {problem && (
            <span id="title-problem" role="alert">
              {problem}
            </span>
          )}
        </p>
        <p>
          <label htmlFor="text">Text</label>
          <textarea id="text" name="text" defaultValue={failure?.text} />
        </p>
        <p>
          <label htmlFor="cover">Cover</label>
          <input id="cover" name="cover" type="file" accept="image/*" />
        </p>
        <button type="submit">Publish</button>
      </Form>
    </>
  )
}
