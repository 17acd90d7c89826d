import type { Cancellation } from '../concurrency/cancellation.js'
import { ApiError } from '../errors/api-error.js'
import { clientNetwork } from '../message/client-network.js'
import { hashPassword, isBcrypt, verifyPassword } from '../secrets/password-hash.js'
import { replaceHash, type StoredUser } from '../storage/accounts/users.js'
import { readTexts } from './body-fields.js'
import { comparisonKey, findUserByIdentifier, tidy } from './identifiers.js'
import { signJwt } from './jwt.js'
import type { AccountsScope } from './scope.js'

/** What a user who has just signed in is given. */
export interface SignedIn {
  readonly userId: number
  /** Null while the address is to be confirmed. */
  readonly jwt: string | null
}

/**
 * Signs a user in by name or address and password. Nothing in the answer or its time tells whether there is such a user.
 * @param address the client's; empty where there is none
 * @param signal aborts when the client disconnects: a check that still waits is dropped
 * @throws ApiError ValidationError, ApplicationError for an account that may not sign in
 */
export async function signIn(
  scope: AccountsScope,
  body: unknown,
  address: string,
  signal?: Cancellation,
): Promise<SignedIn> {
  const { identifier, password } = readTexts(body, ['identifier', 'password'], scope)
  const found = await findUserByIdentifier(scope.database, identifier)
  const user = found && isSpelt(found, identifier) ? found : null
  // Also for nobody: it takes as long.
  const client = clientNetwork(address, scope.ipv6Prefix)
  const fits = await verifyPassword(password, user?.password ?? null, client, signal)
  if (!user || !fits) throw new ApiError('ValidationError', 'Invalid identifier or password')
  if (scope.config.register.confirmEmail && user.confirmed !== true) {
    throw new ApiError('ApplicationError', 'Your account email is not confirmed')
  }
  if (user.blocked) throw new ApiError('ApplicationError', 'Your account has been blocked by an administrator')
  if (user.password !== null && isBcrypt(user.password) && !scope.config.keepBcrypt) {
    const hash = { from: user.password, to: await hashPassword(password, client) }
    await scope.database.write((transaction) => replaceHash(transaction, user.id, hash))
  }
  return signedIn(scope, user)
}

/** A name has one spelling when somebody signs in by it, as observed; an address is one whatever its case. */
function isSpelt({ username, email }: StoredUser, identifier: string): boolean {
  if (email !== null && comparisonKey(email) === comparisonKey(identifier)) return true
  return username === tidy(identifier)
}

export function signedIn({ jwt }: AccountsScope, user: Pick<StoredUser, 'id' | 'tokensValidFrom'>): SignedIn {
  const after = user.tokensValidFrom === null ? null : Date.parse(user.tokensValidFrom)
  return { userId: user.id, jwt: signJwt(jwt, user.id, after) }
}
