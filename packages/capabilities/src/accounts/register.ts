import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import { ApiError, validationError } from '@content-api/engine/errors'
import { fileType } from '@content-api/engine/plan'
import { changeUser, findUserByCode, lockCode, lockUser, readRoles } from '@content-api/engine/accounts'
import type { WriteTransaction } from '@content-api/engine/database'
import { confirmationMessage } from '../mail/messages.js'
import { bodyOf, emailIssues, readTexts, shortTextIssues, textIssues, unknownKeys } from './body-fields.js'
import { findUserByEmail } from './identifiers.js'
import { confirmationState, digestOfCode, isCodeFor, newCode } from './one-time-code.js'
import type { SignedIn } from './issue-tokens.js'
import type { AccountsScope } from './scope.js'
import { createUser } from './users.js'
import type { Registry } from '@content-api/model'

const required = ['username', 'email', 'password'] as const
const day = 24 * 60 * 60 * 1_000

/**
 * Creates an account (specification §4.5) from `username`, `email`, `password` and the attributes in
 * `auth.register.allowedFields`.
 * @throws ApiError ValidationError; ApplicationError if the name or address is taken, registration is
 * disabled or mail isn't configured
 */
export async function register(scope: AccountsScope, body: unknown, caller: Caller): Promise<SignedIn> {
  const { enabled, confirmEmail, allowedFields, role } = scope.config.register
  if (!enabled) throw new ApiError('ApplicationError', 'Register action is currently disabled')
  if (confirmEmail) requireMail(scope)
  const values = bodyOf(body)
  const allowed = [...required, ...allowedFields]
  const issues = [
    ...required.flatMap((name) => (name === 'email' ? emailIssues(values[name]) : shortTextIssues(name, values[name]))),
    ...(scope.strict ? unknownKeys(values, allowed, adviceOnAttribute) : []),
  ]
  if (issues.length > 0) throw validationError(issues)
  const roleId = (await readRoles(scope.database)).find(({ type }) => type === role)?.id
  const id = await createUser(
    scope,
    {
      ...Object.fromEntries(allowed.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]]] : []))),
      provider: 'local',
      confirmed: !confirmEmail,
      blocked: false,
      role: roleId ?? null,
    },
    { caller: registering(caller), taken: () => 'Email or Username are already taken' },
  )
  if (confirmEmail) scope.mail.later(() => sendConfirmation(scope, String(values['email'])))
  return { userId: id, tokensValidFrom: null, mayEnter: !confirmEmail }
}

/**
 * Returns the caller that creates the account. It has all permissions, because `auth.register` limits the
 * attributes and sets the role. For files, the permissions of the client apply.
 */
function registering({ key, can, session }: Caller): Caller {
  return {
    ...unrestricted,
    key: `register ${key}`,
    can: (action, type) => type.uid !== fileType || can(action, type),
    session,
  }
}

/** @throws ApiError ApplicationError if mail isn't configured */
export function requireMail({ mail }: AccountsScope): void {
  if (mail.missing !== null) throw new ApiError('ApplicationError', mail.missing)
}

/** Sends a new confirmation mail if the address isn't confirmed yet. The response is the same for all addresses. */
export function requestConfirmation(scope: AccountsScope, body: unknown): string {
  const { email } = readEmail(body)
  requireMail(scope)
  scope.mail.later(() => sendConfirmation(scope, email))
  return email
}

async function sendConfirmation(scope: AccountsScope, email: string): Promise<void> {
  const { database, config, mail } = scope
  const user = await findUserByEmail(database, email)
  if (!user || user.email === null || user.blocked || user.confirmed) return
  const { code, digest } = newCode(day, confirmationState(user))
  await database.write((transaction) => changeUser(transaction, user.id, { confirmationToken: digest }))
  await mail.send(
    user.email,
    confirmationMessage(code, config.confirmEmailUrl, { template: config.templates.confirmEmail, user }),
  )
}

/** Confirms the address of a user. @throws ApiError ValidationError for an invalid code */
export async function confirmEmail({ database }: AccountsScope, code: unknown): Promise<void> {
  const issues = textIssues('confirmation', code)
  if (issues.length > 0) throw validationError(issues)
  const digest = typeof code === 'string' ? digestOfCode(code) : null
  const done =
    digest !== null && (await database.write((transaction) => confirmByCode(transaction, String(code), digest)))
  if (!done) throw new ApiError('ValidationError', 'Invalid token')
}

/** Returns false if the code belongs to no user in its present state. */
async function confirmByCode(transaction: WriteTransaction, code: string, digest: string): Promise<boolean> {
  await lockCode(transaction, digest)
  const find = () => findUserByCode(transaction, 'confirmationToken', digest)
  const owner = await find()
  if (!owner) return false
  // The account may have changed while this request waited for another one.
  await lockUser(transaction, owner.id)
  const user = await find()
  if (!user || !isCodeFor(code, confirmationState(user))) return false
  await changeUser(transaction, user.id, { confirmed: true, confirmationToken: null })
  return true
}

/** Reads the e-mail address of a body. @throws ApiError ValidationError */
export function readEmail(body: unknown): { readonly email: string } {
  const { email } = readTexts(body, ['email'], { strict: true })
  const issues = emailIssues(email)
  if (issues.length > 0) throw validationError(issues)
  return { email }
}

/** Attributes that the service sets, and a registration can't. */
const setByService: ReadonlySet<string> = new Set(['provider', 'confirmed', 'blocked', 'role'])

/** Returns whether the configuration may let registrations set an attribute of users. */
export function mayRegister(registry: Registry, name: string): boolean {
  const { declared } = registry.contentType('plugin::users-permissions.user')
  return Object.hasOwn(declared, name) && !setByService.has(name) && !declared[name]?.private
}

/** Returns what to do about an attribute that a registration can't set, whether users have it or not. */
const adviceOnAttribute = (name: string): string =>
  setByService.has(name) ? '' : 'auth.register.allowedFields in the configuration allows more attributes.'
