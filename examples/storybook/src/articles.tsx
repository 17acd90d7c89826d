import { useEffect, useState } from 'react'
import { listArticles } from './list-articles.js'

type State = Awaited<ReturnType<typeof listArticles>> | { readonly failure: string }

export interface ArticlesProps {
  /** Only the articles of this author. */
  readonly author?: string
}

/** Lists articles. */
export function Articles({ author }: ArticlesProps) {
  const [state, setState] = useState<State>()
  useEffect(() => {
    let isCurrent = true
    const show = (next: State) => isCurrent && setState(next)
    listArticles({ baseURL: '', defaults: { retry: 0 } }, author).then(show, ({ message }: Error) =>
      show({ failure: message }),
    )
    return () => {
      isCurrent = false
    }
  }, [author])
  if (state === undefined) return <p role="status">Loading …</p>
  if ('failure' in state) return <p role="alert">The articles can’t be shown: {state.failure}</p>
  return (
    <ul>
      {state.data.map(({ id, title, author: writer }) => (
        <li key={id}>
          {title}, by {writer?.name ?? 'unknown'}
        </li>
      ))}
    </ul>
  )
}
