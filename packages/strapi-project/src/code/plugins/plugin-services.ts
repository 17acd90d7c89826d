import type { Accounts } from '@content-api/capabilities/accounts/accounts'
import { unrestricted } from '@content-api/core/entries/caller'
import type { Config } from '@content-api/core/config/schema'
import { listLocales } from '@content-api/capabilities/i18n/locales'
import type { MailProvider } from '@content-api/core/config/mail-provider'
import { sendOptions } from '@content-api/capabilities/mail/send-options'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import type { RunAction, AccountControllers, AccountExtension } from './account-extension.js'
import type { EntityService } from '../entity-service/entity-service.js'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import { guarded } from '../host/guarded.js'
import { valueAt } from '../host/strapi-config.js'
import { onDemand } from './project-plugin.js'
import type { ExtensionHost } from '../project-types.js'
import type { RegisteredParts } from '../routes/policies-and-middlewares.js'
import { isRecord } from '@content-api/model'
import { findUserOfToken, isRevoked, signJwt, verifyJwt } from '@content-api/capabilities/accounts/jwt'
import { requestConfirmation } from '@content-api/capabilities/accounts/register'
import { createUser, deleteUser, updateUser } from '@content-api/capabilities/accounts/users'
import { ApiError } from '@content-api/engine/errors'
import { fileType, parseText, userType, type Values } from '@content-api/engine/plan'
import { findRole, readRoles } from '@content-api/engine/accounts'
import { readId } from '@content-api/core/query/raw-value'
import { verifyPassword } from '@content-api/core/secrets/password-hash'
import { headLength, readBeginning } from '@content-api/capabilities/uploads/identify-file'
import type { ReceivedFile } from '@content-api/capabilities/uploads/receive-form'

/** The parts of a service that code of the project may use from `bootstrap` on. */
export interface ServiceParts {
  readonly accounts: Accounts
  readonly uploads: Uploads
  /** Runs a built-in action of users-permissions. */
  readonly runAction: RunAction
}

/** Returns a part. @throws ExtensionError during `register`, and if the project is only checked */
export type PartOf = <Name extends keyof ServiceParts>(name: Name, what: string) => ServiceParts[Name]

/** The supported services of each plugin of Strapi 4. */
export type PluginServices = Readonly<Record<string, Readonly<Record<string, object>>>>

/** The parts of a service, which code may use once `register` is over: permissions may name actions that it adds. */
export class LateParts {
  #opened: ServiceParts | undefined

  /** @param parts absent if the project is only checked */
  constructor(readonly parts: ServiceParts | undefined) {}

  open(): void {
    this.#opened = this.parts
  }

  readonly get: PartOf = (name, what) => {
    if (this.#opened) return this.#opened[name]
    throw new ExtensionError(`${what} are available from \`bootstrap\` on, not in \`register\`.`)
  }
}

/** @param registry the service `providers-registry` */
export function pluginServices(
  partOf: PartOf,
  entityService: () => EntityService,
  { i18n }: Config,
  registry: object,
): PluginServices {
  const open = <Name extends keyof ServiceParts>(name: Name) => partOf(name, 'The services of plugins')
  const locales = () => listLocales(i18n.locales, i18n.defaultLocale)
  return {
    email: { email: emailService(() => open('accounts').mail) },
    upload: { upload: uploadService(() => open('uploads'), entityService) },
    'users-permissions': {
      ...accountServices(() => open('accounts'), entityService),
      'providers-registry': registry,
    },
    i18n: {
      locales: guarded("strapi.plugin('i18n').service('locales')", {
        find: async () => locales(),
        findByCode: async (code: string) => locales().find((locale) => locale.code === code) ?? null,
        getDefaultLocale: async () => i18n.defaultLocale,
      }),
    },
  }
}

/** Returns the services of plugins, with others in their place by uid, such as `plugin::i18n.locales`. */
export function withServices(plugins: PluginServices, others: Readonly<Record<string, object>>): PluginServices {
  const changed: Record<string, Record<string, object>> = {}
  for (const [name, services] of Object.entries(plugins)) changed[name] = { ...services }
  for (const [uid, service] of Object.entries(others)) {
    const [, name = '', part = ''] = /^plugin::([\w-]+)\.([\w-]+)$/.exec(uid) ?? []
    if (name !== '') changed[name] = { ...changed[name], [part]: service }
  }
  return changed
}

interface AccountTargets {
  readonly strapi: ExtensionHost
  readonly plugins: PluginServices
  readonly controllers: AccountControllers
  readonly registered: RegisteredParts
}

/** Adds the services, controllers, policies and middlewares of a project to the plugin users-permissions. */
export function addToAccounts(
  { services, controllers: changed, policies, middlewares }: AccountExtension,
  { strapi, plugins, controllers, registered }: AccountTargets,
): void {
  Object.assign(controllers, changed)
  const created = onDemand(services, (part) => (typeof part === 'function' ? part({ strapi }) : part))
  Object.defineProperties(plugins['users-permissions'] ?? {}, Object.getOwnPropertyDescriptors(created))
  const named = (parts: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [`plugin::users-permissions.${name}`, part]))
  Object.assign(registered.policies, named(policies))
  Object.assign(registered.middlewares, named(middlewares))
}

/** The user of a token, and the time when it was issued. */
interface TokenPayload {
  readonly id: number
  readonly iat: number
}

/** Returns the supported services of the plugin users-permissions. */
function accountServices(accounts: () => Accounts, entityService: () => EntityService) {
  const one = async (id: number | string, parameters: Values = {}) => entityService().findOne(userType, id, parameters)
  /** @throws ApiError UnauthorizedError */
  const verify = async (token: string): Promise<TokenPayload> => {
    const { jwt, config, database } = accounts().scope
    const claims = verifyJwt([jwt.secret, ...config.jwt.previousSecrets], token)
    const user = await findUserOfToken(database, claims)
    if (!user || isRevoked(claims, user.tokensValidFrom)) throw new ApiError('UnauthorizedError')
    return { id: claims.userId, iat: Math.floor(claims.issuedAt / 1000) }
  }
  return {
    jwt: guarded("strapi.plugin('users-permissions').service('jwt')", {
      /**
       * Returns a token for the user `{ id }`, like a sign-in. The next password change or block ends it,
       * whatever the clocks of the servers show, if project code has read the user within the last minute.
       */
      issue(payload: { readonly id: unknown }, options: { readonly expiresIn?: string } = {}): string {
        const id = readId(payload.id)
        if (id === null) throw new ExtensionError('issue() needs the id of a user: issue({ id }).')
        const { jwt, epochs } = accounts().scope
        const since = epochs.known(id)
        if (since === undefined) epochs.noteUnstamped(id)
        return signJwt({ ...jwt, ...options }, id, since)
      },
      verify,
      /** Returns the payload of the request's token, or null without a token. @throws ApiError UnauthorizedError */
      async getToken(ctx: { get(name: string): string | undefined }) {
        const [scheme, token] = (ctx.get('authorization') ?? '').split(' ')
        return scheme?.toLowerCase() === 'bearer' && token ? verify(token) : null
      },
    }),
    user: guarded("strapi.plugin('users-permissions').service('user')", {
      /** @param filters as in `strapi.entityService` */
      count: (filters: Values = {}) => entityService().count(userType, { filters }),
      fetch: one,
      fetchAll: (parameters: Values = {}) => entityService().findMany(userType, parameters),
      /** Returns a user with the role. */
      fetchAuthenticatedUser: (id: number | string) => one(id, { populate: ['role'] }),
      async add(values: Values) {
        const id = await createUser(accounts().scope, { provider: 'local', ...values })
        return (await one(id)) ?? {}
      },
      async edit(id: unknown, values: Values) {
        const known = idOf(isRecord(id) ? id['id'] : id)
        await updateUser(accounts().scope, known, values)
        return (await one(known)) ?? {}
      },
      async remove({ id }: { readonly id: unknown }) {
        const user = await one(idOf(id))
        if (user) await deleteUser(accounts().scope, idOf(id))
        return user
      },
      /** Sends a mail with a link that confirms the address. */
      async sendConfirmationEmail({ email }: { readonly email: unknown }) {
        requestConfirmation(accounts().scope, { email })
      },
      /** Returns whether a password matches the hash of a user that `strapi.query` has read. */
      async validatePassword(password: unknown, hash: unknown) {
        return typeof password === 'string' && typeof hash === 'string' && verifyPassword(password, hash)
      },
    }),
    role: guarded("strapi.plugin('users-permissions').service('role')", {
      find: async () => readRoles(accounts().scope.database),
      async findOne(id: unknown) {
        const role = await findRole(accounts().scope.database, idOf(id))
        if (!role) throw new ApiError('NotFoundError', 'Role not found')
        return role
      },
    }),
  }
}

function idOf(value: unknown, name = 'An id'): number {
  const id = readId(value)
  if (id === null) throw new ExtensionError(`${name} must be a whole number from 1.`)
  return id
}

/** Returns the service of the plugin email of Strapi 4. */
function emailService(provider: () => MailProvider | null): object {
  const send = async (options: Values): Promise<unknown> => sendOptions(provider(), options)
  return guarded("strapi.plugin('email').service('email')", {
    send,
    /** Sends a mail from a template. Placeholders such as `<%= user.name %>` are replaced by values of `data`. */
    sendTemplatedEmail(options: Values, template: Values = {}, data: Values = {}) {
      const filled = ['subject', 'text', 'html'].flatMap((name) => {
        const text = template[name]
        return typeof text === 'string' ? [[name, filledIn(text, data)]] : []
      })
      return send({ ...options, ...Object.fromEntries(filled) })
    },
  })
}

function filledIn(text: string, data: Values): string {
  return text.replaceAll(/<%[-=]\s*([\w.]+)\s*%>|\$\{\s*([\w.]+)\s*\}/g, (_all, first?: string, second?: string) => {
    const path = first ?? second ?? ''
    const value = valueAt(data, path.split('.'))
    if (value === undefined)
      throw new ExtensionError(`The template of a mail uses "${path}", which is missing in its data.`)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

/** Returns the service of the plugin upload of Strapi 4. */
function uploadService(uploads: () => Uploads, entityService: () => EntityService): object {
  const request = { query: {}, caller: unrestricted }
  return guarded("strapi.plugin('upload').service('upload')", {
    /** Stores files from the disk, `{ path, name, size }`. Returns their records. */
    async upload({ data = {}, files }: { readonly data?: Values; readonly files: unknown }) {
      const list = Array.isArray(files) ? (files as unknown[]) : [files]
      const { fileInfo = {}, ref, refId, field } = data
      const infos = Array.isArray(fileInfo) ? (fileInfo as unknown[]) : list.map(() => fileInfo)
      const attachment = {
        ...(typeof ref === 'string' && { ref }),
        ...((typeof refId === 'number' || typeof refId === 'string') && { refId: String(refId) }),
        ...(typeof field === 'string' && { field }),
      }
      const received = await Promise.all(list.map(receivedFile))
      return parseText(await uploads().create(request, { files: received, infos, attachment }))
    },
    updateFileInfo: async (id: unknown, info: Values) =>
      parseText(await uploads().change(request, idOf(id, 'The id of a file'), { file: null, info })),
    remove: async ({ id }: { readonly id: unknown }) =>
      parseText(await uploads().remove(request, idOf(id, 'The id of a file'))),
    findOne: (id: number | string, populate?: unknown) =>
      entityService().findOne(fileType, id, populate === undefined ? {} : { populate }),
    findMany: (parameters: Values = {}) => entityService().findMany(fileType, parameters),
  })
}

/** Returns a file in the form of formidable, version 1 or later. */
export async function receivedFile(file: unknown): Promise<ReceivedFile> {
  const values = isRecord(file) ? file : {}
  const path = values['path'] ?? values['filepath']
  const name = values['name'] ?? values['originalFilename']
  const { size, type = values['mimetype'] } = values
  if (typeof path !== 'string' || typeof name !== 'string' || typeof size !== 'number') {
    throw new ExtensionError('upload() needs files such as { path, name, type, size }.')
  }
  const mediaType = typeof type === 'string' ? type : 'application/octet-stream'
  return { field: 'files', name, path, type: mediaType, size, head: await readBeginning(path, headLength) }
}
