// Prepares a new database for the tests of the SDK: permissions, a second locale, one user, a provider.
const { appendFileSync } = require('node:fs')

/** Visitors may sign in and read; users may do everything with the entries and the library of files. */
const accounts = [
  'callback',
  'connect',
  'register',
  'forgotPassword',
  'resetPassword',
  'emailConfirmation',
  'sendEmailConfirmation',
  'refresh',
].map((action) => `plugin::users-permissions.auth.${action}`)
const ofUsers = [
  'plugin::users-permissions.auth.changePassword',
  'plugin::users-permissions.auth.logout',
  'plugin::users-permissions.auth.sessions',
  'plugin::users-permissions.auth.revokeSession',
  'plugin::users-permissions.user.me',
  'plugin::i18n.locales.listLocales',
]

module.exports = {
  register({ strapi }) {
    const provider = process.env.PROVIDER_URL
    if (!provider) return
    strapi
      .plugin('users-permissions')
      .service('providers-registry')
      .add('acme', {
        enabled: true,
        icon: '',
        grantConfig: {
          key: 'key',
          secret: 'secret',
          // The page of an application. No process serves it: the tests read the redirect.
          callback: 'http://127.0.0.1/signed-in',
          scope: ['email'],
          oauth: 2,
          authorize_url: `${provider}/authorize`,
          access_url: `${provider}/token`,
        },
        async authCallback({ accessToken }) {
          const response = await fetch(`${provider}/user`, { headers: { authorization: `Bearer ${accessToken}` } })
          if (!response.ok) throw new Error('The provider rejects the token.')
          return response.json()
        },
      })
  },

  async bootstrap({ strapi }) {
    strapi.plugin('email').provider = {
      send: async (mail) => appendFileSync(process.env.MAILS, `${JSON.stringify(mail)}\n`),
    }
    const types = Object.keys(strapi.contentTypes).filter((uid) => uid.startsWith('api::'))
    const reads = types.flatMap((uid) => [`${uid}.find`, `${uid}.findOne`])
    const writes = types.flatMap((uid) => [`${uid}.create`, `${uid}.update`, `${uid}.delete`])
    await allow(strapi, 'public', [...accounts, ...reads])
    await allow(strapi, 'authenticated', [...accounts, ...ofUsers, ...reads, ...writes])
    await strapi.plugin('i18n').service('locales').create({ code: 'fr', name: 'French (fr)' })
    const role = await roleOf(strapi, 'authenticated')
    const alice = { username: 'alice', email: 'alice@example.com', password: 'Passw0rd!', provider: 'local' }
    await strapi
      .plugin('users-permissions')
      .service('user')
      .add({ ...alice, confirmed: true, role: role.id })
  },
}

const roleOf = (strapi, type) => strapi.db.query('plugin::users-permissions.role').findOne({ where: { type } })

async function allow(strapi, type, actions) {
  const role = await roleOf(strapi, type)
  const permissions = strapi.db.query('plugin::users-permissions.permission')
  for (const action of actions) {
    const data = { action, role: role.id }
    if (!(await permissions.findOne({ where: data }))) await permissions.create({ data })
  }
}
