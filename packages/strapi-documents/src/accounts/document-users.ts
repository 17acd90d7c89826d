import type { ContentType, Registry } from '@content-api/model'
import {
  changeUserRow,
  deleteUserState,
  findRowDocument,
  findStoredUser,
  findTakenName,
  lockNames,
  lockUserRow,
} from '@content-api/strapi-tables/accounts'
import { newDocumentId } from '@content-api/strapi-tables/schema'
import { deleteSessions, type StoredUser } from '@content-api/engine/accounts'
import type { AnyDatabase, AnyTransaction, ReadDatabase } from '@content-api/engine/database'
import { ApiError, validationError } from '@content-api/engine/errors'
import { type ReadPlan, userType, type Values } from '@content-api/engine/plan'
import type { NewUser, UserEntries, UserWrite } from '@content-api/capabilities/accounts/account-store'
import type { AccountTables } from '@content-api/capabilities/accounts/account-tables'
import { type Body, textIssues } from '@content-api/capabilities/accounts/body-fields'
import type { TokenEpochs } from '@content-api/capabilities/accounts/jwt'
import { consequences, rejectEscalation, takenByName } from '@content-api/capabilities/accounts/user-rules'
import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import type { Can, PlanContext } from '@content-api/core/query/plan-context'
import { partOfRows, requireNoDrafts } from '@content-api/strapi-reads/accounts/plugin-reads5'
import { planRow, planRows } from '@content-api/strapi-reads/rest5/plan-rows'
import type { WriteScope } from '../documents/context.js'
import { DocumentWriter } from '../documents/write-documents.js'
import { hashPasswords } from '../input/hash-passwords.js'

export interface DocumentUsersOptions {
  readonly registry: Registry
  readonly database: AnyDatabase
  readonly tables: AccountTables
  /** Returns what writes depend on, such as the hooks of rows. */
  readonly writeScope: (caller: Caller) => WriteScope
  readonly context: (can: Can) => PlanContext
  readonly epochs: TokenEpochs
  /** Whether users have sessions, which a change of the password ends. */
  readonly hasSessions: boolean
}

/** Creates the users in the tables of Strapi 5, where they are documents like all content. */
export function createDocumentUsers(options: DocumentUsersOptions): UserEntries {
  const { registry, database, context } = options
  const type = registry.contentType(userType)
  const checked = (plan: ReadPlan) => {
    requireNoDrafts(plan)
    return plan
  }
  const one = async (plan: ReadPlan, id: number, from: Pick<ReadDatabase, 'read'>) =>
    requireFound(await from.read(plan, id))
  return {
    async create(body, newUser = {}) {
      const data = await dataOf(options, type, body, newUser)
      return database.write((tx) => createUser(options, type, tx, data, newUser))
    },
    async update(id, body, change = {}) {
      const data = await dataOf(options, type, body, change)
      await database.write((tx) => updateUser(options, type, tx, { id, data, change }))
    },
    async delete(id, caller = unrestricted) {
      await database.write(async (tx) => {
        const documentId = requireFound(await findRowDocument(tx, userType, id))
        const user = await findStoredUser(tx, id)
        await rejectEscalation(options, tx, [user?.roleId ?? null], caller)
        await writerOf(options, tx, caller).delete(type, documentId, null)
        await deleteUserState(tx, id)
        if (options.hasSessions) await deleteSessions(tx, { userId: id })
      })
    },
    async list(query, can, session) {
      const plan = checked(planRows(type, query, context(can), { pagination: partOfRows(query) }))
      return (await database.read(plan, undefined, { session })) ?? '[]'
    },
    async count(query, can, session) {
      const plan = planRows(type, { filters: query['filters'] }, context(can), {
        pagination: { by: 'offset', start: 0, limit: 1, withCount: true },
        response: () => ({ kind: 'pagination', figure: 'total' }),
      })
      return Number(await database.read(checked(plan), undefined, { session }))
    },
    async read(id, query, can, session) {
      const plan = checked(planRow(type, query, context(can)))
      return requireFound(await database.read(plan, id, { session }))
    },
    planResponse(query, can) {
      const plan = checked(planRow(type, query, context(can)))
      return (id) => one(plan, id, database)
    },
  }
}

/** Strapi reports no events of users. */
const silent: WriteScope['events'] = {
  announce: () => Promise.resolve(),
  beginDelete: () => Promise.resolve(() => Promise.resolve()),
}

const writerOf = ({ writeScope }: DocumentUsersOptions, tx: AnyTransaction, caller: Caller) =>
  new DocumentWriter(tx, { ...writeScope(caller), events: silent })

function requireFound<Value>(value: Value | null): Value {
  if (value === null) throw new ApiError('NotFoundError', 'User not found')
  return value
}

/** Attributes that only the service and the project's code set. */
const ownSecrets: ReadonlySet<string> = new Set(['resetPasswordToken', 'confirmationToken'])

/** Returns the attributes of a body in their stored form. Strapi ignores unknown names here. */
async function dataOf(
  { registry }: DocumentUsersOptions,
  type: ContentType,
  body: Body,
  { caller = unrestricted }: UserWrite,
): Promise<Values> {
  const isService = caller.may === unrestricted.may
  const known = Object.entries(body).filter(
    ([name]) => Object.hasOwn(type.declared, name) && (isService || !ownSecrets.has(name)),
  )
  const data = Object.fromEntries(known)
  const { email } = data
  if (typeof email === 'string') data['email'] = email.toLowerCase()
  return hashPasswords(registry, type, data, caller.session?.client)
}

const stringIn = (data: Values, name: string): string | undefined => {
  const value = data[name]
  return typeof value === 'string' ? value : undefined
}

const namesIn = (data: Values) => {
  const [username, email] = [stringIn(data, 'username'), stringIn(data, 'email')]
  return { ...(username !== undefined && { username }), ...(email !== undefined && { email }) }
}

/** Rejects a name or address that another user has. @throws ApiError ApplicationError */
async function rejectTaken(
  tx: AnyTransaction,
  data: Values,
  except: number | null,
  taken: NonNullable<UserWrite['taken']>,
): Promise<void> {
  const names = namesIn(data)
  await lockNames(tx, Object.values(names))
  const conflict = await findTakenName(tx, names, except)
  if (conflict) throw new ApiError('ApplicationError', taken(conflict))
}

async function createUser(
  options: DocumentUsersOptions,
  type: ContentType,
  tx: AnyTransaction,
  data: Values,
  { caller = unrestricted, taken = takenByName, providerAccount }: NewUser,
): Promise<number> {
  const required = ['email', 'username', ...(providerAccount === undefined ? ['password'] : [])]
  const missing = required.filter((name) => name !== 'password').flatMap((name) => textIssues(name, data[name]))
  if (required.includes('password') && (data['password'] ?? null) === null) {
    missing.push(...textIssues('password', undefined))
  }
  if (missing.length > 0) throw validationError(missing)
  await rejectTaken(tx, data, null, taken)
  const { id } = await writerOf(options, tx, caller).create({ type, locale: null }, data, 'published', newDocumentId())
  const created = await findStoredUser(tx, id)
  await rejectEscalation(options, tx, [created?.roleId ?? null], caller)
  if (providerAccount !== undefined) await changeUserRow(tx, id, { providerAccount })
  return id
}

interface UpdatedUser {
  readonly id: number
  readonly data: Values
  readonly change: UserWrite
}

async function updateUser(
  options: DocumentUsersOptions,
  type: ContentType,
  tx: AnyTransaction,
  { id, data, change: { caller = unrestricted, taken = takenByName } }: UpdatedUser,
): Promise<void> {
  const documentId = requireFound(await findRowDocument(tx, userType, id))
  await rejectTaken(tx, data, id, taken)
  await lockUserRow(tx, id)
  const before = requireFound(await findStoredUser(tx, id))
  await rejectEscalation(options, tx, [before.roleId], caller)
  await writerOf(options, tx, caller).update({ type, documentId, locale: null }, data, 'published')
  const after = await findStoredUser(tx, id)
  await rejectEscalation(options, tx, [after?.roleId ?? null], caller)
  await endTokens(options, tx, before, data)
}

/** A new password or a block ends the tokens of a user, and a change voids codes. */
async function endTokens(
  { epochs, hasSessions }: DocumentUsersOptions,
  tx: AnyTransaction,
  before: StoredUser,
  data: Values,
): Promise<void> {
  const changes = consequences(before, new Map(Object.entries(data)), epochs)
  if (Object.keys(changes).length === 0) return
  await changeUserRow(tx, before.id, changes)
  if (hasSessions && changes.tokensValidFrom !== undefined) await deleteSessions(tx, { userId: before.id })
}
