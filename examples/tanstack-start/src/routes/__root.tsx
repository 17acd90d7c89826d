import { createRootRoute, HeadContent, Link, redirect, Scripts } from '@tanstack/react-router'
import { createServerFn, useServerFn } from '@tanstack/react-start'
import type { ReactNode } from 'react'
import { showsDrafts } from '../drafts.server'

const findVisitor = createServerFn().handler(async ({ context: { api } }) => ({
  isSignedIn: (await api.auth.token()) !== undefined,
  showsDrafts: showsDrafts(),
}))

const signOut = createServerFn({ method: 'POST' }).handler(async ({ context: { api } }) => {
  await api.auth.logout()
  throw redirect({ to: '/', reloadDocument: true })
})

export const Route = createRootRoute({
  head: () => ({ meta: [{ charSet: 'utf-8' }, { name: 'viewport', content: 'width=device-width' }] }),
  loader: () => findVisitor(),
  shellComponent: Document,
})

function Document({ children }: { children: ReactNode }) {
  // Undefined if it could not be read.
  const visitor = Route.useLoaderData()
  const leave = useServerFn(signOut)
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <header>
          <nav>
            <Link to="/">Articles</Link>
          </nav>
          {visitor?.isSignedIn ? (
            <form action={() => leave()}>
              <Link to="/write">Write</Link> <button type="submit">Sign out</button>
            </form>
          ) : (
            <Link to="/sign-in">Sign in</Link>
          )}
          {visitor?.showsDrafts && (
            <p role="status">
              You see drafts. <a href="/preview?off">Leave</a>
            </p>
          )}
        </header>
        <main>{children}</main>
        <Scripts />
      </body>
    </html>
  )
}
