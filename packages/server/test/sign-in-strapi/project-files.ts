import { basicFiles } from '../strapi-starts/project-files.js'
import type { ProjectFiles } from '../support/write-project.js'

/** The page of the application that browsers return to. */
export const page = 'https://app.example/signed-in'

/** The public address of both servers. */
export const publicUrl = 'https://cms.example'

const exported = (value: unknown) => `module.exports = ${JSON.stringify(value, null, 2)}\n`

const attribute = (type: string, more: object = {}) => ({ type, configurable: false, ...more })

/** The users of Strapi 4.26 with one more attribute. */
const userSchema = {
  kind: 'collectionType',
  collectionName: 'up_users',
  info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
  options: { draftAndPublish: false },
  attributes: {
    username: attribute('string', { minLength: 3, unique: true, required: true }),
    email: attribute('email', { minLength: 6, required: true }),
    provider: attribute('string'),
    password: attribute('password', { minLength: 6, private: true }),
    resetPasswordToken: attribute('string', { private: true }),
    confirmationToken: attribute('string', { private: true }),
    confirmed: attribute('boolean', { default: false }),
    blocked: attribute('boolean', { default: false }),
    role: attribute('relation', {
      relation: 'manyToOne',
      target: 'plugin::users-permissions.role',
      inversedBy: 'users',
    }),
    nick: { type: 'string' },
  },
}

/**
 * The code of the project, which both servers run. It adds the provider `club`. In Strapi it also serves
 * `POST /api/prepare`, which changes what the admin panel changes.
 */
const index = (tokenUrl: string, authorizationUrl: string, profileUrl: string) => `module.exports = {
  register({ strapi }) {
    const grantConfig = {
      key: 'client-1',
      secret: 'a-secret-of-the-client',
      callback: '${page}',
      scope: ['profile', 'email'],
      authorize_url: '${authorizationUrl}',
      access_url: '${tokenUrl}',
      oauth: 2,
    }
    const authCallback = async ({ accessToken, query, providers }) => {
      const headers = { authorization: 'Bearer ' + accessToken }
      const response = await fetch('${profileUrl}', { headers })
      if (!response.ok) throw new Error('The profile has status ' + response.status)
      const { login, mail } = await response.json()
      if (query.access_token !== accessToken || providers.club.key !== 'client-1') throw new Error('The input is wrong')
      return { username: login, email: mail, nick: 'nick of ' + login }
    }
    const registry = strapi.plugin('users-permissions').service('providers-registry')
    registry.add('club', { enabled: true, icon: 'users', trustEmail: true, grantConfig, authCallback })
    registry.add('off', { enabled: false, icon: 'users', grantConfig, authCallback })
    if (process.env.PREPARES !== 'yes') return
    strapi.server.routes([{ method: 'POST', path: '/api/prepare', handler: prepare, config: { auth: false } }])
  },
}

async function prepare(ctx) {
  const { advanced = {}, grant = {}, blocked } = ctx.request.body
  const store = strapi.store({ type: 'plugin', name: 'users-permissions' })
  await store.set({ key: 'advanced', value: { ...(await store.get({ key: 'advanced' })), ...advanced } })
  await store.set({ key: 'grant', value: { ...(await store.get({ key: 'grant' })), ...grant } })
  const users = strapi.query('plugin::users-permissions.user')
  if (blocked) await users.update({ where: { email: blocked }, data: { blocked: true } })
  ctx.body = { ok: true }
}
`

interface Addresses {
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly profileUrl: string
}

export const projectFiles = ({ tokenUrl, authorizationUrl, profileUrl }: Addresses): ProjectFiles => ({
  ...basicFiles,
  'config/server.js': exported({ host: '127.0.0.1', port: 1337, url: publicUrl, app: { keys: ['a', 'b'] } }),
  'config/plugins.js': exported({
    graphql: { enabled: false },
    'users-permissions': {
      config: { jwtSecret: 'a secret of thirty-two bytes, no less', ratelimit: { enabled: false } },
    },
  }),
  'src/extensions/users-permissions/content-types/user/schema.json': JSON.stringify(userSchema, null, 2),
  'src/index.js': index(tokenUrl, authorizationUrl, profileUrl),
})
