import { type ContentType, type Registry, isBuiltinType, closest } from '@content-api/model'
import type { Action } from '@content-api/core/query/plan-context'
import { roleType, userType } from '@content-api/engine/plan'

const users = 'plugin::users-permissions'

/** Actions that the role `public` has by default, so that users can sign in. */
export const publicDefaults: readonly string[] = [
  `${users}.auth.callback`,
  `${users}.auth.connect`,
  `${users}.auth.forgotPassword`,
  `${users}.auth.resetPassword`,
  `${users}.auth.register`,
  `${users}.auth.emailConfirmation`,
  `${users}.auth.sendEmailConfirmation`,
]

/** Actions that the role `authenticated` has by default. */
export const authenticatedDefaults: readonly string[] = [`${users}.auth.changePassword`, `${users}.user.me`]

const pluginActions: readonly string[] = [
  ...publicDefaults,
  ...authenticatedDefaults,
  ...['find', 'findOne', 'count', 'create', 'update', 'destroy'].map((action) => `${users}.user.${action}`),
  ...['find', 'findOne', 'createRole', 'updateRole', 'deleteRole'].map((action) => `${users}.role.${action}`),
  `${users}.permissions.getPermissions`,
  ...['find', 'findOne', 'upload', 'destroy'].map((action) => `plugin::upload.content-api.${action}`),
  'plugin::i18n.locales.listLocales',
]

/** The names of actions on content types of plugins, where they aren't `<uid>.<action>`. */
const ofPluginTypes: Readonly<Record<string, Readonly<Partial<Record<Action, string>>>>> = {
  [userType]: { delete: `${userType}.destroy` },
  [roleType]: {
    create: `${roleType}.createRole`,
    update: `${roleType}.updateRole`,
    delete: `${roleType}.deleteRole`,
  },
  'plugin::upload.file': {
    find: 'plugin::upload.content-api.find',
    findOne: 'plugin::upload.content-api.findOne',
    create: 'plugin::upload.content-api.upload',
    update: 'plugin::upload.content-api.upload',
    delete: 'plugin::upload.content-api.destroy',
  },
}

/** Returns the name of an action on a content type, as granted to roles and tokens: `api::article.article.find`. */
export function actionUid(action: Action, type: ContentType): string {
  return ofPluginTypes[type.uid]?.[action] ?? `${type.uid}.${action}`
}

const collectionActions: readonly Action[] = ['find', 'findOne', 'create', 'update', 'delete']
const singleActions: readonly Action[] = ['find', 'update', 'delete']

/** Returns all actions of a project. @param ofRoutes the actions of the project's own routes */
export function allActions({ contentTypes }: Registry, ofRoutes: readonly string[]): string[] {
  const own = [...contentTypes.values()]
    .filter(({ uid }) => !isBuiltinType(uid))
    .flatMap((type) => {
      const actions = type.kind === 'singleType' ? singleActions : collectionActions
      return [...actions, ...(type.localized ? (['createLocalization'] as const) : [])].map((action) =>
        actionUid(action, type),
      )
    })
  return [...new Set([...own, ...ofRoutes, ...pluginActions])]
}

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
