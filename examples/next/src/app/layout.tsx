import { draftMode } from 'next/headers'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { isSignedIn } from '../service'
import { signOut } from './sign-in/actions'

export const metadata = { title: 'Articles' }

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const { isEnabled } = await draftMode()
  return (
    <html lang="en">
      <body>
        <header>
          <Link href="/">Articles</Link>{' '}
          {(await isSignedIn()) ? (
            <form action={signOut}>
              <Link href="/write">Write</Link> <button type="submit">Sign out</button>
            </form>
          ) : (
            <Link href="/sign-in">Sign in</Link>
          )}
          {isEnabled && (
            <p role="status">
              You see drafts. <a href="/api/draft?off=1">Leave</a>
            </p>
          )}
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}
