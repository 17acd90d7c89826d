import { failureOf } from '@content-api/sdk/frameworks'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { createServerFn, useServerFn } from '@tanstack/react-start'
import { useActionState } from 'react'

const requireUser = createServerFn().handler(async ({ context: { api } }) => {
  if ((await api.auth.token()) === undefined) throw redirect({ to: '/sign-in' })
})

const publish = createServerFn({ method: 'POST' })
  .validator((form: FormData) => form)
  .handler(async ({ data: form, context: { api } }) => {
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
      return { ...failureOf(cause), title, text }
    }
    throw redirect({ to: '/articles/$slug', params: { slug } })
  })

export const Route = createFileRoute('/write')({
  beforeLoad: () => requireUser(),
  component: Write,
})

function Write() {
  const submit = useServerFn(publish)
  const [failure, action] = useActionState((_: unknown, data: FormData) => submit({ data }), undefined)
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
      <form action={action}>
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
      </form>
    </>
  )
}
