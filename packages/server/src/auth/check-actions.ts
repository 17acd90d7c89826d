import { closest } from '@content-api/model'

interface Mistake {
  readonly path: string
  readonly message: string
}

/** Returns an error message if the action doesn't exist, otherwise null. */
export function actionProblem(action: string, known: readonly string[]): string | null {
  if (known.includes(action)) return null
  const near = closest(action, known)
  return `"${action}" is not an action.${near ? ` Did you mean "${near}"?` : ' `content-api permissions list --all` lists all actions.'}`
}

/** Returns a mistake for each unknown action in the `permissions` section of the configuration. */
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
