import { contentTypes } from './content-types.js'
import { uidOf } from './schema-file.js'

const collections = contentTypes.filter((type) => type.kind === 'collectionType').map((type) => type.info.singularName)

/** The permissions to read every collection type except the vault, which only the full token can read. */
const readable = collections
  .filter((name) => name !== 'conf-vault')
  .flatMap((name) => [`${uidOf(name)}.find`, `${uidOf(name)}.findOne`])

/** The roles and tokens of a target that runs the model. Scenarios about permissions depend on them. */
export const access = {
  /** The permissions of the roles, as action names. */
  roles: {
    public: [
      ...readable,
      `${uidOf('conf-home')}.find`,
      'plugin::users-permissions.auth.callback',
      'plugin::users-permissions.auth.register',
    ],
    authenticated: [...readable, `${uidOf('conf-tag')}.create`, 'plugin::users-permissions.user.me'],
  },
  /** The API tokens of the target. They protect only test content on a test target. */
  tokens: {
    full: { key: 'conformance-full-access', type: 'full-access', actions: [] },
    restricted: { key: 'conformance-restricted', type: 'custom', actions: [`${uidOf('conf-category')}.find`] },
  },
} as const

export const locales = { default: 'en', other: 'fr' } as const
