import { type Member, objectOf } from '@content-api/engine/plan'
import { type HttpResponse, jsonResponse, type RequestInfo } from '../message/message.js'
import { allowEverything } from '../query/plan-context.js'
import { signJwt } from './jwt.js'
import type { AccountsScope } from './scope.js'
import { readUser } from './users.js'

/** A user who has signed in, by a password, a code from a mail or a registration. */
export interface SignedIn {
  readonly userId: number
  /** The time of the last revocation of the user's tokens; null if there was none. */
  readonly tokensValidFrom: string | null
  /** False while the address isn't confirmed. The response then has no token. */
  readonly mayEnter: boolean
}

/** The request that a user signs in by. */
export interface SignInRequest {
  /** Undefined if there is none, as for GraphQL operations of a program. */
  readonly request: RequestInfo | undefined
  readonly body?: unknown
}

interface IssuedTokens {
  /** Null while the address isn't confirmed. */
  readonly jwt: string | null
}

/** Issues the tokens of a sign-in. All sign-ins get their tokens here. */
export async function issueTokens(
  { jwt }: AccountsScope,
  { userId, tokensValidFrom, mayEnter }: SignedIn,
  _by: SignInRequest,
): Promise<IssuedTokens> {
  return { jwt: mayEnter ? signJwt(jwt, userId, tokensValidFrom) : null }
}

/** Returns the response of REST to a sign-in: `{ jwt, user }`, without `jwt` while the address isn't confirmed. */
export async function signInResponse(
  scope: AccountsScope,
  signedIn: SignedIn,
  by: SignInRequest,
): Promise<HttpResponse> {
  const { jwt } = await issueTokens(scope, signedIn, by)
  const user: Member = ['user', await readUser(scope, signedIn.userId, {}, allowEverything)]
  return jsonResponse(objectOf(jwt === null ? [user] : [['jwt', JSON.stringify(jwt)], user]))
}
