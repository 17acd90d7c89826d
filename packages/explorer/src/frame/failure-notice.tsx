import type { ReactNode } from 'react'
import { useExplorer } from '../state/explorer-context.js'
import type { Failure } from '../transport/response.js'
import { useReadiness } from './use-readiness.js'

interface FailureNoticeProps {
  readonly failure: Failure
  /** Messages that are shown elsewhere, beside their field, and not repeated here. */
  readonly placed?: ReadonlySet<string>
  readonly onRetry?: () => void
}

/** Shows what failed, why, and what to do. */
export function FailureNotice({ failure, placed, onRetry }: FailureNoticeProps) {
  const { status, message, issues, requestId } = failure
  useReadiness(status === 0, onRetry)
  const rest = issues.filter((issue) => !placed?.has(issue.message))
  const isPlaced = placed?.has(message) || (issues.length > 0 && rest.length === 0)
  if (status === 401 || status === 403) return <Forbidden failure={failure} />
  return (
    <div className="notice danger" role="alert">
      <div className="grow">
        <strong>{status === 0 ? 'The service doesn’t respond' : `${status} ${failure.kind}`}</strong>
        <p>{isPlaced ? 'The form shows the message beside the part with the problem.' : message}</p>
        {status === 0 && onRetry && <p className="hint">The page tries again every two seconds.</p>}
        {(rest.length > 1 || (isPlaced && rest.length > 0)) && (
          <ul className="issues">
            {rest.map(({ path, message: text }) => (
              <li key={`${path.join('.')} ${text}`}>
                {path.length > 0 && <code>{path.join('.')}</code>} {text}
              </li>
            ))}
          </ul>
        )}
        {requestId !== null && <RequestId id={requestId} />}
      </div>
      {onRetry && <RetryButton onRetry={onRetry} />}
    </div>
  )
}

function RequestId({ id }: { readonly id: string }) {
  return (
    <p className="hint">
      Request <code>{id}</code>
    </p>
  )
}

function RetryButton({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <button type="button" className="button" onClick={onRetry}>
      Try again
    </button>
  )
}

function Forbidden({ failure }: { readonly failure: Failure }) {
  const { model, state, navigate } = useExplorer()
  return (
    <div className="notice warning" role="alert">
      <div className="grow">
        <strong>{model.identity.label} may not do this</strong>
        <p>
          The service responded with {failure.status} {failure.kind}. Choose another role under “Acting as”, or allow it
          in the permissions.
        </p>
        {failure.requestId !== null && <RequestId id={failure.requestId} />}
      </div>
      {state.identity !== 'everything' && (
        <button type="button" className="button" onClick={() => navigate({ identity: 'everything' })}>
          Act as everything
        </button>
      )}
    </div>
  )
}
