import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { exportToStrapi } from '../../src/migration.js'
import { readSeed } from '../replay/seed.js'
import { recordedModel } from '../replay/server.js'
import { openRecorded } from './recorded-content.js'
import { createStrapiProject } from './strapi-project.js'

const { jwtSecret, roles, users, apiTokens } = readSeed()

/**
 * Code of the Strapi project. It adds API tokens and passwords, which an archive doesn't contain, and writes
 * mails to a file.
 */
const bootstrap = `
const fs = require('fs')
const path = require('path')
const users = ${JSON.stringify(users.map(({ username, password }) => ({ username, password })))}
const tokens = ${JSON.stringify(apiTokens)}

module.exports = {
  async bootstrap({ strapi }) {
    const send = async (mail) => fs.appendFileSync(path.join(strapi.dirs.app.root, 'mails.jsonl'), JSON.stringify(mail) + '\\n')
    strapi.plugin('email').provider = { send }
    for (const { username, password } of users) {
      const user = await strapi.query('plugin::users-permissions.user').findOne({ where: { username } })
      if (user) await strapi.plugin('users-permissions').service('user').edit(user.id, { password })
    }
    for (const { id, accessKey, permissions = [], ...rest } of tokens) {
      const key = strapi.service('admin::api-token').hash(accessKey)
      if (await strapi.query('admin::api-token').findOne({ where: { accessKey: key } })) continue
      const data = { description: '', lifespan: null, expiresAt: null, lastUsedAt: null, ...rest, accessKey: key }
      const token = await strapi.query('admin::api-token').create({ data })
      for (const action of permissions)
        await strapi.query('admin::api-token-permission').create({ data: { action, token: token.id } })
    }
  },
}
`

const plugins = {
  graphql: { enabled: true },
  i18n: { enabled: true },
  'users-permissions': {
    enabled: true,
    config: { jwtSecret, jwt: { expiresIn: '30d' }, ratelimit: { enabled: false } },
  },
}

/**
 * Starts Strapi with the recorded content. This server exports the content to an archive, and Strapi imports
 * it.
 * @param modules the folder with Strapi's packages and its GraphQL plugin
 * @returns the address of Strapi, and the file to which it appends each mail as a line of JSON
 */
export async function startRecordedStrapi(
  folder: string,
  modules: string,
): Promise<{ readonly url: string; readonly mails: string; stop(): Promise<void> }> {
  const archive = join(folder, 'content.tar.gz')
  await mkdir(folder, { recursive: true })
  const permissions = Object.fromEntries(roles.map(({ type, permissions: granted }) => [type, [...granted]]))
  const { api, close } = await openRecorded('sqlite', folder, permissions)
  try {
    await exportToStrapi(api, archive)
  } finally {
    await close()
  }
  const project = join(folder, 'strapi')
  const strapi = await createStrapiProject(project, recordedModel, modules, {
    dependencies: { '@strapi/plugin-graphql': '4.26.2' },
    files: {
      'config/plugins.js': `module.exports = ${JSON.stringify(plugins)}`,
      'config/api.js': 'module.exports = { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }',
      'src/index.js': bootstrap,
    },
    // The replayed requests include GraphQL introspection, which Strapi only allows in development.
    environment: { NODE_ENV: 'development' },
  })
  await strapi.import(archive)
  return { ...(await strapi.start()), mails: join(project, 'mails.jsonl') }
}
