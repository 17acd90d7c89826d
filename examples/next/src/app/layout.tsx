import { draftMode } from 'next/headers'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { isSignedIn } from '../service'
import { signOut } from './sign-in/actions'

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const { isEnabled } = await draftMode()
  return (
    <html lang="en">
      <body>
        <header>
          <nav>
            <Link href="/">Articles</Link>
          </nav>
          {(await isSignedIn()) ? (
            <form action={signOut}>
              <Link href="/write">Write</Link> <button>Sign out</button>
            </form>
          ) : (
            <Link href="/sign-in">Sign in</Link>
          )}
          {isEnabled && (
            <p role="status">
              You see drafts. <a href="/preview?off">Leave</a>
            </p>
          )}
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}
