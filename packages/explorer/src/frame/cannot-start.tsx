import { type FormEvent, useState } from 'react'
import type { IdentityName } from '../protocol.js'
import type { PageState } from '../state/address.js'
import type { Failure } from '../transport/response.js'
import { useReadiness } from './use-readiness.js'

interface CannotStartProps {
  readonly failure: Failure
  readonly identity: IdentityName
  readonly acceptToken: (token: string) => void
  readonly navigate: (change: Partial<PageState>, options: { readonly replace: boolean }) => void
  readonly retry: () => void
}

/**
 * Shown if the model can't be loaded: the token is missing, the identity doesn't exist, or the service
 * doesn't respond.
 */
export function CannotStart({ failure, identity, acceptToken, navigate, retry }: CannotStartProps) {
  if (failure.status === 401) return <TokenForm {...{ failure, acceptToken }} />
  if (failure.status === 0 || failure.status >= 500) return <Away {...{ failure, retry }} />
  return (
    <main className="start">
      <section className="card" role="alert">
        <header>
          <h1>Explorer</h1>
        </header>
        <div className="body stack">
          <p>{failure.message}</p>
          {identity === 'everything' ? (
            <button type="button" className="button" onClick={retry}>
              Try again
            </button>
          ) : (
            <button
              type="button"
              className="button primary"
              onClick={() => navigate({ identity: 'everything' }, { replace: true })}
            >
              Act as everything
            </button>
          )}
        </div>
      </section>
    </main>
  )
}

function TokenForm({ failure, acceptToken }: Pick<CannotStartProps, 'failure' | 'acceptToken'>) {
  const [entered, setEntered] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Users can also paste the whole link.
    const token = entered.trim().replace(/^.*#token=/, '')
    if (token !== '') acceptToken(token)
  }
  return (
    <main className="start">
      <form className="card" onSubmit={submit}>
        <header>
          <h1>Explorer</h1>
        </header>
        <div className="body stack">
          <p role="alert">{failure.message}</p>
          <p className="soft">
            Open the link that the server printed when it started, or paste its token here. This browser remembers the
            token for this address.
          </p>
          <label className="field">
            <span className="label">Token</span>
            <input
              className="input mono"
              value={entered}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setEntered(target.value)}
            />
          </label>
          <div className="row">
            <button type="submit" className="button primary">
              Open
            </button>
          </div>
        </div>
      </form>
    </main>
  )
}

function Away({ failure, retry }: Pick<CannotStartProps, 'failure' | 'retry'>) {
  useReadiness(true, retry)
  return (
    <main className="start">
      <section className="card" role="alert">
        <header>
          <h1>The service doesn’t respond</h1>
        </header>
        <div className="body stack">
          <p>{failure.message}</p>
          <p className="soft">The page requests /readyz every two seconds, and loads when the service is ready.</p>
          <div className="row">
            <button type="button" className="button" onClick={retry}>
              Try now
            </button>
          </div>
        </div>
      </section>
    </main>
  )
}
