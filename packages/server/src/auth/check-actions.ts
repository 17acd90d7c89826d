import { closest } from '@content-api/model'

interface Mistake {
  readonly path: string
  readonly message: string
}

/** Returns the error message for an action that doesn't exist; null for an action that exists. */
export function actionProblem(action: string, known: readonly string[]): string | null {
  if (known.includes(action)) return null
  const near = closest(action, known)
  return `"${action}" is not an action.${near ? ` Did you mean "${near}"?` : ' `content-api permissions list --all` shows them.'}`
}

/** Returns the mistakes in `permissions` of the configuration. */
export function checkActions(
  permissions: Readonly<Record<string, readonly string[]>>,
  known: readonly string[],
): Mistake[] {
  return Object.entries(permissions).flatMap(([role, actions]) =>
    actions.flatMap((action, index) => {
      const message = actionProblem(action, known)
      return message === null ? [] : [{ path: `permissions.${role}.${index}`, message }]
    }),
  )
}
