'use client'

import { useActionState } from 'react'
import { createArticle } from './actions'

export function WriteForm() {
  const [{ title, text, failure }, action] = useActionState(createArticle, { title: '', text: '' })
  const [problem] = failure?.formErrors ?? []
  // The slug is made from the title, and it must be unique.
  const [titleProblem] = failure?.fieldErrors['title'] ?? failure?.fieldErrors['slug'] ?? []
  return (
    <form action={action}>
      {problem && <p role="alert">{problem}</p>}
      <p>
        <label htmlFor="title">Title</label>
        <input
          id="title"
          name="title"
          defaultValue={title}
          required
          aria-invalid={titleProblem ? true : undefined}
          aria-describedby={titleProblem ? 'title-problem' : undefined}
        />
        {titleProblem && (
          <span id="title-problem" role="alert">
            {titleProblem}
          </span>
        )}
      </p>
      <p>
        <label htmlFor="text">Text</label>
        <textarea id="text" name="text" defaultValue={text} />
      </p>
      <p>
        <label htmlFor="cover">Cover</label>
        <input id="cover" name="cover" type="file" accept="image/*" />
      </p>
      <button>Publish</button>
    </form>
  )
}
