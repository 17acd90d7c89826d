import type { NewUser } from '../accounts/administration.js'
import type { NewApiToken } from '../accounts/api-tokens.js'
import { withStop } from '../accounts/fixed-accounts.js'
import { comparisonKey } from '../accounts/identifiers.js'
import { ApiError } from '@content-api/engine/errors'
import type { ContentApi } from '../content-api.js'

/** @throws Error with the path of a user or token that can't be created, such as `users[0]` */
export async function createAccounts(
  { accounts, config: { development } }: ContentApi,
  users: readonly NewUser[],
  tokens: readonly NewApiToken[],
): Promise<void> {
  for (const [index, user] of users.entries()) {
    const same = (other: Pick<NewUser, 'username' | 'email'>) =>
      isSame(user.username, other.username) || isSame(user.email, other.email)
    await withPath('users', index, development.users.findIndex(same), () => accounts.createUser(user))
  }
  for (const [index, token] of tokens.entries()) {
    const same = ({ name, accessKey }: Pick<NewApiToken, 'name' | 'accessKey'>) =>
      token.name === name || token.accessKey === accessKey
    await withPath('tokens', index, development.tokens.findIndex(same), () => accounts.createToken(token))
  }
}

const isSame = (one: string, other: string) => comparisonKey(one) === comparisonKey(other)

/** @param fixed the position of the same account in the configuration; -1 if there is none */
async function withPath(list: 'users' | 'tokens', index: number, fixed: number, create: () => Promise<unknown>) {
  try {
    await create()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const path = `${list}[${index}]`
    const advice =
      fixed === -1
        ? ''
        : ` The configuration already creates it as development.${list}.${fixed}: leave out ${path}, ` +
          `or set the option "config" to { development: { ${list}: [] } }.`
    throw new Error(`${path}: ${withStop(error.message)}${advice}`, { cause: error })
  }
}
