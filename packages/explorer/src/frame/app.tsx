import '../styles/index.css'
import { useCallback, useMemo, useState } from 'react'
import { UnsavedForms } from '../entry/unsaved-forms.tsx'
import { indexModel } from '../model/model-index.js'
import { explorerPaths, type ExplorerModel } from '../protocol.js'
import { ExplorerContext } from '../state/explorer-context.js'
import { usePageState } from '../state/use-page-state.js'
import { keepToken, takeToken } from '../transport/token.js'
import { createTransport } from '../transport/transport.js'
import { useLoaded } from '../transport/use-loaded.js'
import { Header } from './header.tsx'
import { CannotStart } from './cannot-start.tsx'
import { MainView } from './main-view.tsx'
import { TypeList } from './type-list.tsx'
import { usePlace } from './use-place.js'

// Take the token before the state is read: the fragment may start with `#token=…`.
const tokenOfAddress = takeToken()

export function App() {
  const [token, setToken] = useState(tokenOfAddress)
  const { state, problem, navigate } = usePageState()
  const { identity } = state
  const transport = useMemo(() => createTransport(token, identity), [token, identity])
  const loaded = useLoaded(`${token ?? ''} ${identity}`, async (signal) =>
    indexModel(await transport.read<ExplorerModel>({ path: explorerPaths.model, signal })),
  )
  const { announcement, announce } = useAnnouncement()
  const acceptToken = (entered: string) => {
    keepToken(entered)
    setToken(entered)
  }
  const { value: model, failure, reload } = loaded
  const shared = useMemo(
    () => model && { state, navigate, model, transport, reloadModel: reload, announce },
    [state, navigate, model, transport, reload, announce],
  )
  usePlace(state, model)
  if (failure) {
    return <CannotStart failure={failure} identity={identity} {...{ acceptToken, navigate, retry: reload }} />
  }
  // The model of the previous identity may contain names that this one may not see.
  if (!shared || shared.model.identity.name !== identity) return <Starting />
  return (
    <ExplorerContext.Provider value={shared}>
      <div className="page">
        <a className="skip" href="#main" onClick={focusMain}>
          Skip to the content
        </a>
        <Header type={shared.model.typeAt(state.type)} />
        <TypeList />
        <main id="main" tabIndex={-1} key={identity}>
          {problem !== null && <AddressProblem problem={problem} />}
          <UnsavedForms />
          <MainView />
        </main>
        <div className="visually-hidden" role="status">
          {announcement}
        </div>
      </div>
    </ExplorerContext.Provider>
  )
}

function Starting() {
  return (
    <div className="start">
      <div className="progress" />
      <p className="visually-hidden" role="status">
        Loading the model…
      </p>
    </div>
  )
}

function AddressProblem({ problem }: { readonly problem: string }) {
  return (
    <div className="notice warning" role="alert">
      The query in the address is ignored: {problem}
    </div>
  )
}

/** Moves the focus with code: following a link to an element would replace the fragment, which holds the state. */
function focusMain(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** Announces a message even if it is the same as the previous one. */
function useAnnouncement() {
  const [announcement, setAnnouncement] = useState('')
  const announce = useCallback(
    (message: string) => setAnnouncement((before) => (before === message ? `${message}\u00a0` : message)),
    [],
  )
  return { announcement, announce }
}
