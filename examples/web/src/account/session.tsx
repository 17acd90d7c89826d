import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useService } from '../service-context.js'
import { AccountDialog } from './account-dialog.js'

export type AccountDialogKind = 'sign-in' | 'register'

export interface Session {
  /** Null: nobody. Undefined: not known yet. */
  readonly user: { readonly username: string } | null | undefined
  readonly openDialog: (kind: AccountDialogKind) => void
  readonly signOut: () => Promise<void>
}

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it.')
  return session
}

/** Knows who is signed in, and lets people sign in from anywhere. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const { api, signIns } = useService()
  const [user, setUser] = useState<Session['user']>(undefined)
  const [dialog, setDialog] = useState<AccountDialogKind | null>(null)

  useEffect(() => {
    const whoIsThere = async () => ((await api.auth.token()) === undefined ? null : api.auth.me())
    whoIsThere().then(setUser, () => setUser(null))
  }, [api])

  useEffect(() => {
    const forget = () => setUser(null)
    signIns.addEventListener('expired', forget)
    return () => signIns.removeEventListener('expired', forget)
  }, [signIns])

  const signOut = useCallback(async () => {
    await api.auth.logout()
    setUser(null)
  }, [api])

  const session = useMemo<Session>(() => ({ user, openDialog: setDialog, signOut }), [user, signOut])
  return (
    <SessionContext.Provider value={session}>
      {children}
      {dialog && (
        <AccountDialog
          kind={dialog}
          onKind={setDialog}
          onClose={() => setDialog(null)}
          onEntered={(entered) => {
            setUser(entered)
            setDialog(null)
          }}
        />
      )}
    </SessionContext.Provider>
  )
}
