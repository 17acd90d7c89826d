import { ApiError, validationError } from '@content-api/engine/errors'
import { deleteSessions, type StoredUser } from '@content-api/engine/accounts'
import type { AnyTransaction, Reader } from '@content-api/engine/database'
import { resetMessage } from '../mail/messages.js'
import { verifyPassword } from '@content-api/core/secrets/password-hash'
import { readTexts } from './body-fields.js'
import type { SignedIn } from './issue-tokens.js'
import { digestOfCode, isCodeFor, newCode, resetState } from './one-time-code.js'
import { readEmail, requireMail } from './register.js'
import type { AccountsScope } from './scope.js'
import { signedIn } from './sign-in.js'
import { passwordIssue } from './users.js'

const hour = 60 * 60 * 1_000

/**
 * Changes the password of the signed-in user. All existing tokens of the user become invalid.
 * @param client identifies the client, so that the hashing queue serves waiting clients alternately
 * @throws ApiError ValidationError; UnauthorizedError if the user doesn't exist; ServiceUnavailableError if
 * the hashing queue is full
 */
export async function changePassword(
  scope: AccountsScope,
  userId: number,
  body: unknown,
  client: string | undefined,
): Promise<SignedIn> {
  const names = ['password', 'passwordConfirmation', 'currentPassword'] as const
  const { currentPassword, password, passwordConfirmation } = readTexts(body, names, scope)
  if (password !== passwordConfirmation) throw mismatch(['passwordConfirmation'])
  rejectWeakPassword(scope, password)
  const { database, tables, passwords } = scope
  const user = await tables.findUserById(database, userId)
  if (!user) throw new ApiError('UnauthorizedError', 'Invalid credentials')
  if (!(await verifyPassword(currentPassword, user.password, client))) {
    throw new ApiError('ValidationError', 'The provided current password is invalid')
  }
  if (currentPassword === password) {
    throw new ApiError('ValidationError', 'Your new password must be different than your current password')
  }
  const hash = await passwords.hash(password, client)
  return database.write(async (transaction) => {
    // If a concurrent request has changed the password, the current password of this request is no longer valid.
    await tables.lockUser(transaction, userId)
    const now = await tables.findUserById(transaction, userId)
    if (!now || now.password !== user.password) {
      throw new ApiError('ValidationError', 'The provided current password is invalid')
    }
    return setPassword(scope, transaction, now, hash)
  })
}

/** Sends a code for a new password by mail. The response and its time don't reveal whether the account exists. */
export function requestReset(scope: AccountsScope, body: unknown): void {
  const { email } = readEmail(body)
  requireMail(scope)
  scope.mail.later(async () => {
    const { database, tables, mail } = scope
    const user = await tables.findUserByEmail(database, email)
    if (!user || user.email === null || user.blocked) return
    const { code, digest } = newCode(hour, resetState(user))
    await database.write((transaction) => tables.changeUser(transaction, user.id, { resetPasswordToken: digest }))
    const { resetPasswordUrl, templates } = await scope.settings()
    await mail.send(user.email, resetMessage(code, resetPasswordUrl, { template: templates.resetPassword, user }))
  })
}

/**
 * Sets a new password with a code from a mail. The code can be used once.
 * @param client identifies the client, so that the hashing queue serves waiting clients alternately
 * @throws ApiError ValidationError; ServiceUnavailableError if the hashing queue is full
 */
export async function resetPassword(
  scope: AccountsScope,
  body: unknown,
  client: string | undefined,
): Promise<SignedIn> {
  const names = ['code', 'password', 'passwordConfirmation'] as const
  const { code, password, passwordConfirmation } = readTexts(body, names, { strict: true })
  // The error has no path, as in Strapi 4.26.
  if (password !== passwordConfirmation) throw new ApiError('ValidationError', 'Passwords do not match')
  rejectWeakPassword(scope, password)
  const digest = digestOfCode(code)
  if (digest === null) throw incorrectCode()
  const { database, tables, passwords } = scope
  await findUserToReset(scope, database, code, digest)
  const hash = await passwords.hash(password, client)
  return database.write(async (transaction) => {
    // If two concurrent requests have the same code, the second waits here and then fails.
    await tables.lockCode(transaction, digest)
    const { id } = await findUserToReset(scope, transaction, code, digest)
    // The account may have changed while this request waited for another one.
    await tables.lockUser(transaction, id)
    return setPassword(scope, transaction, await findUserToReset(scope, transaction, code, digest), hash)
  })
}

/** @throws ApiError ValidationError unless a code belongs to a user in its present state */
async function findUserToReset(
  { tables }: AccountsScope,
  reader: Reader,
  code: string,
  digest: string,
): Promise<StoredUser> {
  const user = await tables.findUserByCode(reader, 'resetPasswordToken', digest)
  if (!user || user.blocked || !isCodeFor(code, resetState(user))) throw incorrectCode()
  return user
}

async function setPassword(
  scope: AccountsScope,
  transaction: AnyTransaction,
  { id, tokensValidFrom: last }: StoredUser,
  hash: string,
): Promise<SignedIn> {
  const tokensValidFrom = scope.epochs.revoke(id, last)
  await scope.tables.changeUser(transaction, id, {
    password: hash,
    resetPasswordToken: null,
    tokensValidFrom,
  })
  if (scope.sessions) await deleteSessions(transaction, { userId: id })
  return signedIn({ id, tokensValidFrom })
}

function rejectWeakPassword(scope: AccountsScope, password: string): void {
  const message = passwordIssue(scope, password)
  if (message !== null) throw validationError([{ path: ['password'], message }])
}

const mismatch = (path: readonly string[]) => validationError([{ path, message: 'Passwords do not match' }])
const incorrectCode = () => new ApiError('ValidationError', 'Incorrect code provided')
