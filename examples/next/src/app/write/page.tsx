import { createArticle } from './actions'

interface Props {
  readonly searchParams: Promise<{ problem?: string }>
}

export default async function Write({ searchParams }: Props) {
  const { problem } = await searchParams
  return (
    <form action={createArticle}>
      <h1>Write</h1>
      {problem && <p role="alert">{problem}</p>}
      <label>
        Title <input name="title" required />
      </label>
      <label>
        Text <textarea name="text" />
      </label>
      <button type="submit">Publish</button>
    </form>
  )
}
