import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import { ApiError, type Issue, validationError } from '@content-api/engine/errors'
import { fileType } from '@content-api/engine/plan'
import type { AnyTransaction } from '@content-api/engine/database'
import { confirmationMessage } from '../mail/messages.js'
import { type Body, bodyOf, emailIssues, readTexts, shortTextIssues, textIssues } from './body-fields.js'
import { confirmationState, digestOfCode, isCodeFor, newCode } from './one-time-code.js'
import type { SignedIn } from './issue-tokens.js'
import type { AccountsScope } from './scope.js'
import { createUser } from './users.js'
import type { Registry } from '@content-api/model'

/** The members that every registration has. */
export const requiredToRegister = ['username', 'email', 'password'] as const

const day = 24 * 60 * 60 * 1_000

/**
 * Creates an account (specification §4.5) from `username`, `email`, `password` and the attributes in
 * `auth.register.allowedFields`.
 * @throws ApiError ValidationError; ApplicationError if the name or address is taken, registration is
 * disabled or mail isn't configured
 */
export async function register(scope: AccountsScope, body: unknown, caller: Caller): Promise<SignedIn> {
  const { enabled, confirmEmail, allowedFields, role } = (await scope.settings()).register
  if (!enabled) throw new ApiError('ApplicationError', 'Register action is currently disabled')
  if (confirmEmail) requireMail(scope)
  const values = bodyOf(body)
  const allowed = [...requiredToRegister, ...allowedFields]
  scope.checkRegistration(values, allowed)
  const roleId = (await scope.tables.readRoles(scope.database)).find(({ type }) => type === role)?.id
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

/** Returns the problems of the members that every registration has. */
export const registrationIssues = (values: Body): readonly Issue[] =>
  requiredToRegister.flatMap((name) =>
    name === 'email' ? emailIssues(values[name]) : shortTextIssues(name, values[name]),
  )

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
  const { database, tables, mail } = scope
  const user = await tables.findUserByEmail(database, email)
  if (!user || user.email === null || user.blocked || user.confirmed) return
  const { code, digest } = newCode(day, confirmationState(user))
  await database.write((transaction) => tables.changeUser(transaction, user.id, { confirmationToken: digest }))
  const { confirmEmailUrl, templates } = await scope.settings()
  await mail.send(user.email, confirmationMessage(code, confirmEmailUrl, { template: templates.confirmEmail, user }))
}

/** Confirms the address of a user. @throws ApiError ValidationError for an invalid code */
export async function confirmEmail(scope: AccountsScope, code: unknown): Promise<void> {
  const issues = textIssues('confirmation', code)
  if (issues.length > 0) throw validationError(issues)
  const digest = typeof code === 'string' ? digestOfCode(code) : null
  const done =
    digest !== null &&
    (await scope.database.write((transaction) => confirmByCode(scope, transaction, String(code), digest)))
  if (!done) throw new ApiError('ValidationError', 'Invalid token')
}

/** Returns false if the code belongs to no user in its present state. */
async function confirmByCode(
  { tables }: AccountsScope,
  transaction: AnyTransaction,
  code: string,
  digest: string,
): Promise<boolean> {
  await tables.lockCode(transaction, digest)
  const find = () => tables.findUserByCode(transaction, 'confirmationToken', digest)
  const owner = await find()
  if (!owner) return false
  // The account may have changed while this request waited for another one.
  await tables.lockUser(transaction, owner.id)
  const user = await find()
  if (!user || !isCodeFor(code, confirmationState(user))) return false
  await tables.changeUser(transaction, user.id, { confirmed: true, confirmationToken: null })
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
export const setByService: ReadonlySet<string> = new Set(['provider', 'confirmed', 'blocked', 'role'])

/** Returns whether the configuration may let registrations set an attribute of users. */
export function mayRegister(registry: Registry, name: string): boolean {
  const { declared } = registry.contentType('plugin::users-permissions.user')
  return Object.hasOwn(declared, name) && !setByService.has(name) && !declared[name]?.private
}
