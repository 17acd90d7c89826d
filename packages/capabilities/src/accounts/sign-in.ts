import type { Cancellation } from '@content-api/engine/concurrency'
import { ApiError } from '@content-api/engine/errors'
import type { StoredUser } from '@content-api/engine/accounts'
import type { Reader } from '@content-api/engine/database'
import { clientNetwork } from '@content-api/core/message/client-network'
import { verifyPassword } from '@content-api/core/secrets/password-hash'
import { readTexts } from './body-fields.js'
import type { SignedIn } from './issue-tokens.js'
import type { AccountsScope } from './scope.js'

/**
 * Signs a user in by password and name or address. The response and its time don't reveal whether the user
 * exists.
 * @param address the client's IP address; empty if there is none
 * @param signal aborts when the client disconnects; a password check that still waits is then cancelled
 * @throws ApiError ValidationError; ApplicationError for an account that may not sign in;
 * ServiceUnavailableError if the hashing queue is full
 * @throws the reason of `signal` if it aborts before the password check starts
 */
export async function signIn(
  scope: AccountsScope,
  body: unknown,
  address: string,
  signal?: Cancellation,
): Promise<SignedIn> {
  const { database, tables, passwords } = scope
  const { identifier, password } = readTexts(body, ['identifier', 'password'], scope)
  const user = await tables.findUserToSignIn(database, identifier)
  // Runs without a user too, so that it takes the same time.
  const client = clientNetwork(address, scope.ipv6Prefix)
  const isCorrect = await verifyPassword(password, user?.password ?? null, client, signal)
  if (!user || !isCorrect) throw new ApiError('ValidationError', 'Invalid identifier or password')
  if ((await scope.settings()).register.confirmEmail && user.confirmed !== true) {
    throw new ApiError('ApplicationError', 'Your account email is not confirmed')
  }
  if (user.blocked) throw new ApiError('ApplicationError', 'Your account has been blocked by an administrator')
  if (user.password !== null && passwords.isOutdated(user.password)) {
    const hash = { from: user.password, to: await passwords.hash(password, client) }
    await database.write((transaction) => tables.replaceHash(transaction, user.id, hash))
  }
  return signedIn(user)
}

/** Returns a function that finds the id of the account that an identifier signs in to. */
export const accountToSignIn =
  ({ tables }: Pick<AccountsScope, 'tables'>) =>
  (identifier: string) =>
  async (reader: Reader): Promise<number | null> =>
    (await tables.findUserToSignIn(reader, identifier))?.id ?? null

export function signedIn({ id, tokensValidFrom }: Pick<StoredUser, 'id' | 'tokensValidFrom'>): SignedIn {
  return { userId: id, tokensValidFrom, mayEnter: true }
}
