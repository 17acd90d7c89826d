import { useSession } from '../account/session.tsx'
import { describeProblem } from './describe-problem.js'

interface ProblemProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** Shows what went wrong, and what the user can do. */
export function Problem({ error, onRetry }: ProblemProps) {
  const { openDialog } = useSession()
  const { title, text, signIn } = describeProblem(error)
  return (
    <div className="problem" role="alert">
      <strong>{title}</strong>
      <p>{text}</p>
      {signIn && (
        <button type="button" onClick={() => openDialog('sign-in')}>
          Sign in
        </button>
      )}
      {onRetry && !signIn && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}
