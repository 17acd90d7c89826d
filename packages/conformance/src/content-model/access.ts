import { contentTypes } from './content-types.js'
import { uidOf } from './schema-file.js'

const collections = contentTypes.filter((type) => type.kind === 'collectionType').map((type) => type.info.singularName)

/** What may be read without the full token: everything but the vault. */
const readable = collections
  .filter((name) => name !== 'conf-vault')
  .flatMap((name) => [`${uidOf(name)}.find`, `${uidOf(name)}.findOne`])

/** Who may do what on a target that runs the model: the scenarios about permissions rely on it. */
export const access = {
  /** Action names of the permissions of the roles. */
  roles: {
    public: [
      ...readable,
      `${uidOf('conf-home')}.find`,
      'plugin::users-permissions.auth.callback',
      'plugin::users-permissions.auth.register',
    ],
    authenticated: [...readable, `${uidOf('conf-tag')}.create`, 'plugin::users-permissions.user.me'],
  },
  /** API tokens of the target; they guard test content on a test target, nothing else. */
  tokens: {
    full: { key: 'conformance-full-access', type: 'full-access', actions: [] },
    restricted: { key: 'conformance-restricted', type: 'custom', actions: [`${uidOf('conf-category')}.find`] },
  },
} as const

export const locales = { default: 'en', other: 'fr' } as const
