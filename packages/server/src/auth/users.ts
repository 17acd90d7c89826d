import type { ScalarAttribute } from '@content-api/model'
import { longestPassword, tooLong } from '../attributes/password.js'
import { ApiError, type Issue, validationError } from '../errors/api-error.js'
import { type Caller, unrestricted } from '../entries/caller.js'
import { type WriteRequest, type WriteScope, deleteHooked, prepareWrite } from '../entries/hooks/hooked-write.js'
import { planWrite } from '../query/body/plan-write.js'
import type { WritePlan } from '../query/write-plan.js'
import { readPermissions, readRoles } from '../storage/accounts/roles.js'
import { changeUser, findTaken, findUserById } from '../storage/accounts/users.js'
import type { WriteTransaction } from '../storage/database.js'
import { applyCreate } from '../storage/write/apply-create.js'
import { applyDelete } from '../storage/write/apply-delete.js'
import { applyUpdate } from '../storage/write/apply-update.js'
import type { WrittenRow } from '../storage/written-row.js'
import { type Body, bodyOf, textIssues } from './body-fields.js'
import { hasInvisible, normalizeIdentifier, userKeys } from './identifiers.js'
import { nextTokenEpoch } from './jwt.js'
import { type AccountsScope, userSchema } from './scope.js'

/** Attributes that only the service sets. */
const ownSecrets = ['resetPasswordToken', 'confirmationToken']

type Taken = 'username' | 'email'

/** Returns the message for a name or address that another user has. */
const takenByName: (taken: Taken) => string = (taken) =>
  taken === 'email' ? 'Email already taken' : 'Username already taken'

interface UserWrite {
  /**
   * The caller; by default the service itself. A caller can't create or change users with more permissions
   * than its own.
   */
  readonly caller?: Caller
  readonly taken?: (taken: Taken) => string
}

/**
 * Creates a user.
 * @throws ApiError ValidationError; ApplicationError if the name or address is taken; ForbiddenError for a
 * user with more permissions than the caller
 */
export async function createUser(scope: AccountsScope, body: Body, options: UserWrite = {}): Promise<number> {
  const missing = ['email', 'username', 'password'].flatMap((name) => textIssues(name, body[name]))
  if (missing.length > 0) throw validationError(missing)
  const write = await prepareUser(scope, body, 'create', options)
  return scope.database.write(async (transaction) => {
    const created = await write.run(transaction, null, async ({ plan, values }) => {
      await rejectTaken(transaction, values, null, options)
      await rejectEscalation(transaction, rolesIn(plan), options)
      const row = await applyCreate(plan, transaction)
      await changeUser(transaction, row.id, userKeys(values))
      return row
    })
    return requireFound(created?.id ?? null)
  })
}

/**
 * Updates a user. A new password or a block makes the user's tokens invalid.
 * @throws ApiError as for createUser; NotFoundError
 */
export async function updateUser(scope: AccountsScope, id: number, body: Body, options: UserWrite = {}): Promise<void> {
  const write = await prepareUser(scope, body, 'update', options)
  await scope.database.write(async (transaction) => {
    const written = await write.run(transaction, id, async ({ plan, values }) => {
      await rejectTaken(transaction, values, id, options)
      await rejectEscalation(transaction, [await roleOf(transaction, id), ...rolesIn(plan)], options)
      const row = await applyUpdate(plan, id, transaction)
      if (!row) return null
      const revokesTokens = plan.fields.some(
        ({ name, value }) => name === 'password' || (name === 'blocked' && value === true),
      )
      const tokensValidFrom = revokesTokens && (await nextEpochOf(transaction, id))
      await changeUser(transaction, id, { ...userKeys(values), ...(tokensValidFrom && { tokensValidFrom }) })
      return row
    })
    requireFound(written?.id ?? null)
  })
}

/** Returns the time from which the tokens of a user are valid after a revocation now. */
async function nextEpochOf(transaction: WriteTransaction, id: number): Promise<string> {
  const user = await findUserById(transaction, id)
  return nextTokenEpoch(user?.tokensValidFrom ?? null)
}

/** @throws ApiError NotFoundError; ForbiddenError for a user with more permissions than the caller */
export async function deleteUser(scope: AccountsScope, id: number, caller: Caller = unrestricted): Promise<void> {
  const type = userSchema(scope)
  await scope.database.write((transaction) =>
    deleteHooked(writeScope(scope), { type, caller, id }, transaction, async () => {
      await rejectEscalation(transaction, [await roleOf(transaction, id)], { caller })
      return requireFound((await applyDelete(type, id, transaction)) ? id : null)
    }),
  )
}

interface UserPlan {
  readonly plan: WritePlan
  /** The values from which the plan was made. */
  readonly values: Body
}

/** Prepares the write of a user, including hooks. @throws ApiError */
async function prepareUser(
  scope: AccountsScope,
  body: Body,
  action: 'create' | 'update',
  { caller = unrestricted }: UserWrite,
) {
  const type = userSchema(scope)
  let values: Body = body
  const plan: WriteRequest['plan'] = (data, check) => {
    values = withIdentity(scope, bodyOf(data))
    return planWrite(type, values, { action, ...check })
  }
  const kind = action === 'create' ? 'Create' : 'Update'
  const write = await prepareWrite(writeScope(scope), { kind, type, caller, data: body, plan })
  return {
    run: (transaction: WriteTransaction, id: number | null, apply: (user: UserPlan) => Promise<WrittenRow | null>) =>
      write.run(transaction, id, (ready) => apply({ plan: ready, values })),
  }
}

const writeScope = (scope: AccountsScope): WriteScope => ({
  ...scope.hooks,
  database: scope.database,
  context: ({ can }) => scope.context(can),
})

function requireFound(id: number | null): number {
  if (id === null) throw new ApiError('NotFoundError', 'User not found')
  return id
}

const rolesIn = ({ links }: WritePlan) =>
  links.flatMap((link) => (link.kind === 'relation' && link.name === 'role' ? link.connect.map(({ id }) => id) : []))

async function roleOf(transaction: WriteTransaction, userId: number): Promise<number | null> {
  const { role } = (await findUserById(transaction, userId)) ?? { role: null }
  return (await readRoles(transaction)).find(({ type }) => type === role)?.id ?? null
}

async function rejectEscalation(
  transaction: WriteTransaction,
  roles: readonly (number | null)[],
  { caller = unrestricted }: UserWrite,
): Promise<void> {
  const permissions = await readPermissions(transaction)
  for (const { id, type } of await readRoles(transaction)) {
    const beyond = roles.includes(id) && permissions.get(type)?.find((action) => !caller.may(action))
    if (beyond)
      throw new ApiError('ForbiddenError', `Forbidden: users with the role ${type} have more permissions than you`)
  }
}

/** Returns the body with name and address in their stored form. @throws ApiError ValidationError */
function withIdentity({ strict }: AccountsScope, body: Body): Body {
  const values: Record<string, unknown> = { ...body }
  const issues: Issue[] = []
  for (const name of ownSecrets) {
    if (!Object.hasOwn(values, name)) continue
    if (strict) issues.push({ path: [name], message: `${name} is not known here.` })
    delete values[name]
  }
  for (const name of ['username', 'email'] as const) {
    const value = values[name]
    if (typeof value !== 'string') continue
    const normalized = normalizeIdentifier(value)
    const stored = name === 'email' ? normalized.toLowerCase() : normalized
    if (hasInvisible(stored)) issues.push({ path: [name], message: `${name} must not contain invisible characters` })
    values[name] = stored
  }
  if (issues.length > 0) throw validationError(issues)
  return values
}

async function rejectTaken(
  transaction: WriteTransaction,
  values: Body,
  except: number | null,
  { taken: messageFor = takenByName }: UserWrite,
): Promise<void> {
  const taken = await findTaken(transaction, userKeys(values), except)
  if (taken) throw new ApiError('ApplicationError', messageFor(taken))
}

/** Returns the problem of a password; null for a valid one. */
export function passwordIssue(scope: Pick<AccountsScope, 'database'>, password: string): string | null {
  const { minLength = 6, maxLength } = userSchema(scope).attributes['password'] as ScalarAttribute
  if (password.length < minLength) return `password must be at least ${minLength} characters`
  if (Buffer.byteLength(password) > longestPassword) return tooLong('password')
  if (maxLength !== undefined && password.length > maxLength) return `password must be at most ${maxLength} characters`
  return null
}
