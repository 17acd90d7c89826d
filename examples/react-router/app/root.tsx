import type { ReactNode } from 'react'
import {
  Form,
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import { showsDrafts } from './drafts.server'
import { apiContext, connect } from './service.server'
import type { Route } from './+types/root'

// connect
export const middleware = [connect]
// end

export const loader = async ({ request, context }: Route.LoaderArgs) => ({
  isSignedIn: (await context.get(apiContext).auth.token()) !== undefined,
  showsDrafts: await showsDrafts(request),
})

export function Layout({ children }: { children: ReactNode }) {
  // Undefined on the error page of an address without a route.
  const data = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <Meta />
        <Links />
      </head>
      <body>
        <header>
          <nav>
            <Link to="/">Articles</Link>
          </nav>
          {data?.isSignedIn ? (
            <Form method="post" action="/sign-out">
              <Link to="/write">Write</Link> <button type="submit">Sign out</button>
            </Form>
          ) : (
            <Link to="/sign-in">Sign in</Link>
          )}
          {data?.showsDrafts && (
            <p role="status">
              You see drafts. <a href="/preview?off">Leave</a>
            </p>
          )}
        </header>
        <main>{children}</main>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: 'Something went wrong.' }
  const title = status === 404 ? 'Not found' : 'Error'
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{String(data)}</p>
    </>
  )
}
