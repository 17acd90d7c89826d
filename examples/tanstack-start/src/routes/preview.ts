import { createFileRoute } from '@tanstack/react-router'
import { endDrafts, startDrafts } from '../drafts.server'

const redirectTo = (location: string) => new Response(null, { status: 302, headers: { location } })

/** Shows drafts to those who know the secret, and published articles again with `?off`. */
export const Route = createFileRoute('/preview')({
  server: {
    handlers: {
      GET: ({ request }) => {
        const { searchParams } = new URL(request.url)
        if (searchParams.has('off')) {
          endDrafts()
          return redirectTo('/')
        }
        if (!startDrafts(searchParams.get('secret'))) return new Response('Wrong secret.', { status: 401 })
        return redirectTo(`/articles/${encodeURIComponent(searchParams.get('slug') ?? '')}`)
      },
    },
  },
})
