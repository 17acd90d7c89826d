import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useService } from '../service-context.js'
import { AccountDialog } from './account-dialog.tsx'
import type { EntranceKind } from './enter.js'

export interface Session {
  /** The logged-in user, null if nobody is logged in, or undefined while this is unknown. */
  readonly user: { readonly username: string } | null | undefined
  readonly openDialog: (kind: EntranceKind) => void
  /** Runs the action for a user. Visitors are asked to sign in first, and the action runs afterwards. */
  readonly asUser: (action: () => void) => void
  readonly signOut: () => Promise<void>
}

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it.')
  return session
}

/** Provides the logged-in user, and a dialog to sign in from anywhere. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const { api } = useService()
  const [user, setUser] = useState<Session['user']>(undefined)
  const [dialog, setDialog] = useState<EntranceKind | null>(null)
  const afterSignIn = useRef<(() => void) | null>(null)

  useEffect(() => {
    const findUser = async () => ((await api.auth.token()) === undefined ? null : api.auth.me())
    // The response for an earlier login must not replace a later one, or a logout.
    let lastChange = 0
    const updateUser = () => {
      const change = ++lastChange
      const show = (found: Session['user']) => {
        if (change === lastChange) setUser(found)
      }
      void findUser().then(show, () => show(null))
    }
    updateUser()
    // Requests the user if the event lacks it: events of other tabs don't contain the user.
    return api.auth.onChange((event) => {
      if (!event.user) return updateUser()
      lastChange++
      setUser(event.user)
      afterSignIn.current?.()
      afterSignIn.current = null
    })
  }, [api])

  const signOut = useCallback(() => api.auth.logout(), [api])

  const asUser = useCallback(
    (action: () => void) => {
      if (user !== null) return action()
      afterSignIn.current = action
      setDialog('sign-in')
    },
    [user],
  )
  const close = () => {
    afterSignIn.current = null
    setDialog(null)
  }

  const session = useMemo<Session>(() => ({ user, openDialog: setDialog, asUser, signOut }), [user, asUser, signOut])
  return (
    <SessionContext.Provider value={session}>
      {children}
      {dialog && <AccountDialog kind={dialog} onKind={setDialog} onClose={close} />}
    </SessionContext.Provider>
  )
}
