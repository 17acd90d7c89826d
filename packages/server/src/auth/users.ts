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
import { type Body, bodyOf, textIssues } from './body-fields.js'
import { hasInvisible, tidy, userKeys } from './identifiers.js'
import { nextTokenEpoch } from './jwt.js'
import { type AccountsScope, userSchema } from './scope.js'

/** Set by the service alone. */
const ownSecrets = ['resetPasswordToken', 'confirmationToken']

type Taken = 'username' | 'email'

/** What is said when a name or an address is somebody else's. */
const takenByName: (taken: Taken) => string = (taken) =>
  taken === 'email' ? 'Email already taken' : 'Username already taken'

interface UserWrite {
  /** Who writes; the service itself unless given. Nobody can make or become a user who may more than they may themselves. */
  readonly caller?: Caller
  readonly taken?: (taken: Taken) => string
}

/**
 * Creates a user from its bare attributes.
 * @throws ApiError ValidationError, ApplicationError for a name or an address that is taken
 */
export async function createUser(scope: AccountsScope, given: Body, options: UserWrite = {}): Promise<number> {
  const missing = ['email', 'username', 'password'].flatMap((name) => textIssues(name, given[name]))
  if (missing.length > 0) throw validationError(missing)
  const write = await prepareUser(scope, given, 'create', options)
  return scope.database.write(async (transaction) => {
    const id = await write.run(transaction, null, async ({ plan, values }) => {
      await refuseTaken(transaction, values, null, options)
      await refuseRaise(transaction, rolesIn(plan), options)
      const created = await applyCreate(plan, transaction)
      await changeUser(transaction, created, userKeys(values))
      return created
    })
    return there(id)
  })
}

/**
 * Changes what stands in the body. A new password or a block makes the user's tokens void.
 * @throws ApiError as createUser; NotFoundError
 */
export async function updateUser(
  scope: AccountsScope,
  id: number,
  given: Body,
  options: UserWrite = {},
): Promise<void> {
  const write = await prepareUser(scope, given, 'update', options)
  await scope.database.write(async (transaction) => {
    const written = await write.run(transaction, id, async ({ plan, values }) => {
      await refuseTaken(transaction, values, id, options)
      await refuseRaise(transaction, [await roleOf(transaction, id), ...rolesIn(plan)], options)
      if (!(await applyUpdate(plan, id, transaction))) return null
      const voids = plan.fields.some(({ name, value }) => name === 'password' || (name === 'blocked' && value === true))
      await changeUser(transaction, id, {
        ...userKeys(values),
        ...(voids ? { tokensValidFrom: nextTokenEpoch() } : {}),
      })
      return id
    })
    there(written)
  })
}

/** @throws ApiError NotFoundError; ForbiddenError for a user who may do more than the caller */
export async function deleteUser(scope: AccountsScope, id: number, caller: Caller = unrestricted): Promise<void> {
  const type = userSchema(scope)
  await scope.database.write((transaction) =>
    deleteHooked(writeScope(scope), { type, caller, id }, transaction, async () => {
      await refuseRaise(transaction, [await roleOf(transaction, id)], { caller })
      return there((await applyDelete(type, id, transaction)) ? id : null)
    }),
  )
}

interface UserPlan {
  readonly plan: WritePlan
  /** What the plan was made from. */
  readonly values: Body
}

/** A write of a user, with the hooks around it. @throws ApiError */
async function prepareUser(
  scope: AccountsScope,
  given: Body,
  action: 'create' | 'update',
  { caller = unrestricted }: UserWrite,
) {
  const type = userSchema(scope)
  let values: Body = given
  const plan: WriteRequest['plan'] = (data, check) => {
    values = withIdentity(scope, bodyOf(data))
    return planWrite(type, values, { action, ...check })
  }
  const kind = action === 'create' ? 'Create' : 'Update'
  const write = await prepareWrite(writeScope(scope), { kind, type, caller, data: given, plan })
  return {
    run: (transaction: WriteTransaction, id: number | null, apply: (user: UserPlan) => Promise<number | null>) =>
      write.run(transaction, id, (ready) => apply({ plan: ready, values })),
  }
}

const writeScope = (scope: AccountsScope): WriteScope => ({
  ...scope.hooks,
  database: scope.database,
  context: ({ can }) => scope.context(can),
})

function there(id: number | null): number {
  if (id === null) throw new ApiError('NotFoundError', 'User not found')
  return id
}

const rolesIn = ({ links }: WritePlan) =>
  links.flatMap((link) => (link.kind === 'relation' && link.name === 'role' ? link.connect.map(({ id }) => id) : []))

async function roleOf(transaction: WriteTransaction, userId: number): Promise<number | null> {
  const { role } = (await findUserById(transaction, userId)) ?? { role: null }
  return (await readRoles(transaction)).find(({ type }) => type === role)?.id ?? null
}

async function refuseRaise(
  transaction: WriteTransaction,
  roles: readonly (number | null)[],
  { caller = unrestricted }: UserWrite,
): Promise<void> {
  const permissions = await readPermissions(transaction)
  for (const { id, type } of await readRoles(transaction)) {
    const beyond = roles.includes(id) && permissions.get(type)?.find((action) => !caller.may(action))
    if (beyond) throw new ApiError('ForbiddenError', `Forbidden: users with the role ${type} may more than you`)
  }
}

/** The body with its name and address as they are stored. @throws ApiError ValidationError */
function withIdentity({ strict }: AccountsScope, given: Body): Body {
  const values: Record<string, unknown> = { ...given }
  const issues: Issue[] = []
  for (const name of ownSecrets) {
    if (!Object.hasOwn(values, name)) continue
    if (strict) issues.push({ path: [name], message: `${name} is not known here.` })
    delete values[name]
  }
  for (const name of ['username', 'email'] as const) {
    const value = values[name]
    if (typeof value !== 'string') continue
    const tidied = name === 'email' ? tidy(value).toLowerCase() : tidy(value)
    if (hasInvisible(tidied)) issues.push({ path: [name], message: `${name} must not hold invisible characters` })
    values[name] = tidied
  }
  if (issues.length > 0) throw validationError(issues)
  return values
}

async function refuseTaken(
  transaction: WriteTransaction,
  values: Body,
  except: number | null,
  { taken: say = takenByName }: UserWrite,
): Promise<void> {
  const taken = await findTaken(transaction, userKeys(values), except)
  if (taken) throw new ApiError('ApplicationError', say(taken))
}

/** What is wrong with a password as such; null for a good one. */
export function passwordIssue(scope: Pick<AccountsScope, 'database'>, password: string): string | null {
  const { minLength = 6, maxLength } = userSchema(scope).attributes['password'] as ScalarAttribute
  if (password.length < minLength) return `password must be at least ${minLength} characters`
  if (Buffer.byteLength(password) > longestPassword) return tooLong('password')
  if (maxLength !== undefined && password.length > maxLength) return `password must be at most ${maxLength} characters`
  return null
}
