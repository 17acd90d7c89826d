import type { Accounts } from '../../../accounts/accounts.js'
import { unrestricted } from '../../../entries/caller.js'
import type { Config } from '../../../config/schema.js'
import { listLocales } from '../../../i18n/locales.js'
import type { MailProvider, Mail } from '../../../config/mail-provider.js'
import type { Uploads } from '../../../uploads/uploads.js'
import type { RunAction, AccountExtension } from './account-extension.js'
import type { EntityService } from '../entity-service/entity-service.js'
import { ExtensionError } from '../../../errors/extension-error.js'
import { guarded } from '../host/guarded.js'
import { onDemand } from './project-plugin.js'
import type { ExtensionHost } from '../project-types.js'
import type { RegisteredParts } from '../routes/policies-and-middlewares.js'
import { isRecord } from '@content-api/model'
import { isRevoked, signJwt, verifyJwt } from '../../../accounts/jwt.js'
import { requestConfirmation } from '../../../accounts/register.js'
import { createUser, deleteUser, updateUser } from '../../../accounts/users.js'
import { ApiError } from '@content-api/engine/errors'
import { fileType, parseText, userType, type Values } from '@content-api/engine/plan'
import { findRole, findUserById, readRoles } from '@content-api/engine/accounts'
import { readId } from '../../../query/raw-value.js'
import { verifyPassword } from '../../../secrets/password-hash.js'
import { headLength, readBeginning } from '../../../uploads/identify-file.js'
import type { ReceivedFile } from '../../../uploads/receive-form.js'

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

/**
 * Returns a function that returns the parts of a service.
 * @param parts absent if the project is only checked
 * @param mayUse whether `register` is over: permissions may name actions that it adds
 */
export function partsFor(parts: ServiceParts | undefined, mayUse: () => boolean): PartOf {
  return (name, what) => {
    if (parts && mayUse()) return parts[name]
    throw new ExtensionError(`${what} are available from \`bootstrap\` on, not in \`register\`.`)
  }
}

export function pluginServices(partOf: PartOf, entityService: () => EntityService, { i18n }: Config): PluginServices {
  const open = <Name extends keyof ServiceParts>(name: Name) => partOf(name, 'The services of plugins')
  const locales = () => listLocales(i18n.locales, i18n.defaultLocale)
  return {
    email: { email: emailService(() => open('accounts').mail) },
    upload: { upload: uploadService(() => open('uploads'), entityService) },
    'users-permissions': { ...accountServices(() => open('accounts'), entityService) },
    i18n: {
      locales: guarded("strapi.plugin('i18n').service('locales')", {
        find: async () => locales(),
        findByCode: async (code: string) => locales().find((locale) => locale.code === code) ?? null,
        getDefaultLocale: async () => i18n.defaultLocale,
      }),
    },
  }
}

interface AccountTargets {
  readonly strapi: ExtensionHost
  readonly plugins: PluginServices
  readonly registered: RegisteredParts
}

/** Adds the services, policies and middlewares of a project to the plugin users-permissions. */
export function addToAccounts(
  { services, policies, middlewares }: AccountExtension,
  { strapi, plugins, registered }: AccountTargets,
): void {
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

/** The supported services of the plugin users-permissions. */
interface AccountServices {
  readonly jwt: {
    /**
     * Returns a token for the user `{ id }`, like a sign-in. The next password change or block ends it,
     * whatever the clocks of the servers show, if project code has read the user within the last minute.
     */
    issue(payload: { readonly id: unknown }, options?: { readonly expiresIn?: string }): string
    /** @throws ApiError UnauthorizedError */
    verify(token: string): Promise<TokenPayload>
    /** Returns the payload of the request's token, or null without a token. @throws ApiError UnauthorizedError */
    getToken(ctx: { get(name: string): string | undefined }): Promise<TokenPayload | null>
  }
  readonly user: {
    /** @param filters as in `strapi.entityService` */
    count(filters?: Values): Promise<number>
    fetch(id: number | string, parameters?: Values): Promise<Values | null>
    fetchAll(parameters?: Values): Promise<readonly Values[]>
    /** Returns a user with the role. */
    fetchAuthenticatedUser(id: number | string): Promise<Values | null>
    add(values: Values): Promise<Values>
    edit(id: unknown, values: Values): Promise<Values>
    remove(user: { readonly id: unknown }): Promise<Values | null>
    /** Sends a mail with a link that confirms the address. */
    sendConfirmationEmail(user: { readonly email: unknown }): Promise<void>
    /** Returns whether a password matches the hash of a user that `strapi.query` has read. */
    validatePassword(password: string, hash: unknown): Promise<boolean>
  }
  readonly role: {
    find(): Promise<readonly Values[]>
    findOne(id: unknown): Promise<Values>
  }
}

function accountServices(accounts: () => Accounts, entityService: () => EntityService): AccountServices {
  const one = async (id: number | string, parameters: Values = {}) => entityService().findOne(userType, id, parameters)
  const verify = async (token: string): Promise<TokenPayload> => {
    const { jwt, config, database } = accounts().scope
    const claims = verifyJwt([jwt.secret, ...config.jwt.previousSecrets], token)
    const user = await findUserById(database, claims.userId)
    if (!user || isRevoked(claims, user.tokensValidFrom)) throw new ApiError('UnauthorizedError')
    return { id: claims.userId, iat: Math.floor(claims.issuedAt / 1000) }
  }
  return {
    jwt: guarded("strapi.plugin('users-permissions').service('jwt')", {
      issue(payload, options = {}) {
        const id = readId(payload.id)
        if (id === null) throw new ExtensionError('issue() needs the id of a user: issue({ id }).')
        const { jwt, epochs } = accounts().scope
        const since = epochs.known(id)
        if (since === undefined) epochs.noteUnstamped(id)
        return signJwt({ ...jwt, ...options }, id, since)
      },
      verify,
      async getToken(ctx) {
        const [scheme, token] = (ctx.get('authorization') ?? '').split(' ')
        return scheme?.toLowerCase() === 'bearer' && token ? verify(token) : null
      },
    }),
    user: guarded("strapi.plugin('users-permissions').service('user')", {
      count: (filters = {}) => entityService().count(userType, { filters }),
      fetch: one,
      fetchAll: (parameters = {}) => entityService().findMany(userType, parameters),
      fetchAuthenticatedUser: (id) => one(id, { populate: ['role'] }),
      async add(values) {
        const id = await createUser(accounts().scope, { provider: 'local', ...values })
        return (await one(id)) ?? {}
      },
      async edit(id, values) {
        const known = idOf(isRecord(id) ? id['id'] : id)
        await updateUser(accounts().scope, known, values)
        return (await one(known)) ?? {}
      },
      async remove({ id }) {
        const user = await one(idOf(id))
        if (user) await deleteUser(accounts().scope, idOf(id))
        return user
      },
      async sendConfirmationEmail({ email }) {
        requestConfirmation(accounts().scope, { email })
      },
      async validatePassword(password, hash) {
        return typeof password === 'string' && typeof hash === 'string' && verifyPassword(password, hash)
      },
    }),
    role: guarded("strapi.plugin('users-permissions').service('role')", {
      find: async () => readRoles(accounts().scope.database) as unknown as Promise<readonly Values[]>,
      async findOne(id) {
        const role = await findRole(accounts().scope.database, idOf(id))
        if (!role) throw new ApiError('NotFoundError', 'Role not found')
        return role as unknown as Values
      },
    }),
  }
}

function idOf(value: unknown): number {
  const id = readId(value)
  if (id === null) throw new ExtensionError('An id must be a whole number from 1.')
  return id
}

/** The service of the plugin email of Strapi 4. */
interface EmailService {
  send(options: Values): Promise<void>
  /** Sends a mail from a template. Placeholders such as `<%= user.name %>` are replaced by values of `data`. */
  sendTemplatedEmail(options: Values, template?: Values, data?: Values): Promise<void>
}

function emailService(provider: () => MailProvider | null): EmailService {
  const send = async (options: Values): Promise<void> => {
    const mails = mailsOf(options)
    const sender = provider()
    if (!sender) throw new ExtensionError("This service can't send mail. Configure mail.smtp or mail.provider.")
    for (const mail of mails) await sender.send(mail)
  }
  return guarded("strapi.plugin('email').service('email')", {
    send,
    sendTemplatedEmail(options, template = {}, data = {}) {
      const filled = ['subject', 'text', 'html'].flatMap((name) => {
        const text = template[name]
        return typeof text === 'string' ? [[name, filledIn(text, data)]] : []
      })
      return send({ ...options, ...Object.fromEntries(filled) })
    },
  })
}

/** Returns one mail for each recipient. @throws ExtensionError for invalid options */
function mailsOf(options: unknown): Mail[] {
  if (!isRecord(options)) throw new ExtensionError('A mail must be an object such as { to, subject, text }.')
  const { to, subject = '', text, html } = options
  const recipients = Array.isArray(to) ? to : [to]
  const others = ['from', 'cc', 'bcc', 'replyTo'].flatMap((name) => {
    const value = options[name]
    if (value === undefined) return []
    if (typeof value !== 'string') throw new ExtensionError(`"${name}" of a mail must be a string.`)
    return [[name, value]]
  })
  return recipients.map((address: unknown) => {
    if (typeof address !== 'string' || address === '')
      throw new ExtensionError('A mail needs an e-mail address in "to".')
    return {
      to: address,
      subject: String(subject),
      text: typeof text === 'string' ? text : '',
      ...(typeof html === 'string' && { html }),
      ...Object.fromEntries(others),
    }
  })
}

function filledIn(text: string, data: Values): string {
  return text.replaceAll(/<%[-=]\s*([\w.]+)\s*%>|\$\{\s*([\w.]+)\s*\}/g, (_all, first?: string, second?: string) => {
    const path = first ?? second ?? ''
    const value = path
      .split('.')
      .reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), data)
    if (value === undefined)
      throw new ExtensionError(`The template of a mail uses "${path}", which is missing in its data.`)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

/** The service of the plugin upload of Strapi 4. */
interface UploadService {
  /** Stores files from the disk, `{ path, name, size }`. Returns their records. */
  upload(options: { readonly data?: Values; readonly files: unknown }): Promise<Values[]>
  updateFileInfo(id: unknown, info: Values): Promise<Values>
  remove(file: { readonly id: unknown }): Promise<Values>
  findOne(id: number | string, populate?: unknown): Promise<Values | null>
  findMany(parameters?: Values): Promise<readonly Values[]>
}

function uploadService(uploads: () => Uploads, entityService: () => EntityService): UploadService {
  const request = { query: {}, caller: unrestricted }
  return guarded("strapi.plugin('upload').service('upload')", {
    async upload({ data = {}, files }) {
      const list = Array.isArray(files) ? (files as unknown[]) : [files]
      const { fileInfo = {}, ref, refId, field } = data
      const infos = Array.isArray(fileInfo) ? (fileInfo as unknown[]) : list.map(() => fileInfo)
      const attachment = {
        ...(typeof ref === 'string' && { ref }),
        ...((typeof refId === 'number' || typeof refId === 'string') && { refId: String(refId) }),
        ...(typeof field === 'string' && { field }),
      }
      const received = await Promise.all(list.map(receivedFile))
      return parseText(await uploads().create(request, { files: received, infos, attachment })) as Values[]
    },
    async updateFileInfo(id, info) {
      return parseText(await uploads().change(request, fileIdOf(id), { file: null, info })) as Values
    },
    async remove({ id }) {
      return parseText(await uploads().remove(request, fileIdOf(id))) as Values
    },
    findOne: (id, populate) => entityService().findOne(fileType, id, populate === undefined ? {} : { populate }),
    findMany: (parameters = {}) => entityService().findMany(fileType, parameters),
  })
}

function fileIdOf(value: unknown): number {
  const id = readId(value)
  if (id === null) throw new ExtensionError('The id of a file must be a whole number from 1.')
  return id
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
