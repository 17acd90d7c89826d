import type { Exchange } from '../../target/exchange.js'
import { account, askForLogin, login, password, registerOverGraphql } from '../access/accounts.js'
import { scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'
import { expectHidden } from './observe.js'

/** The keys of a user record that no response contains. */
const keys = ['password', 'resetPasswordToken', 'confirmationToken'].map((key) => `"${key}":`)
/** Matches hashes as JSON strings: hexadecimal ones, and those whose parts are separated by $ signs. */
// Bounded input: each attempt ends at the next quotation mark of the response.
const hash = /"(?:[0-9a-f]{32,}|[\w-]*\$[^"$]+\$[^"]*)"/i

/** Checks that a response contains no password of a user, under any key. */
function expectNoPassword(t: ScenarioContext, where: string, response: Exchange, shown: readonly string[]): void {
  const found = hash.exec(response.text)
  const hidden = [password, ...keys, ...(found ? [found[0]] : [])]
  expectHidden(t, response, { what: `The password of a user is visible ${where}`, hidden, shown })
}

export const userProtectionScenarios = [
  scenario({
    id: 'protect.passwords.users',
    clauses: ['2.4/user-no-password'],
    title: 'No response about users contains a password, a hash of one, or a token that changes it',
    run: async (t) => {
      const { username, response, jwt, id } = await account(t)
      expectNoPassword(t, 'in the response to register', response, [username])
      expectNoPassword(t, 'in the response to login', await login(t, username, password), [username])
      const me = await t.session.get('/api/users/me', undefined, { as: { token: jwt } })
      expectNoPassword(t, 'at /api/users/me', me, [username])
      const populated = await t.session.get('/api/users/me', { populate: '*' }, { as: { token: jwt } })
      expectNoPassword(t, 'at /api/users/me with populate', populated, [])
      expectNoPassword(t, 'at /api/users/:id', await t.session.get(`/api/users/${id}`), [])
      expectNoPassword(t, 'in the list of users', await t.session.get('/api/users', { sort: 'id:desc' }), [])
    },
  }),
  scenario({
    id: 'protect.passwords.graphql-users',
    clauses: ['2.4/user-no-password'],
    title: 'No response of GraphQL about users contains a password, a hash of one, or a token that changes it',
    needs: ['graphql'],
    run: async (t) => {
      const { username, response } = await registerOverGraphql(t)
      expectNoPassword(t, 'in the response to the mutation register', response, [username])
      const answer = await askForLogin(t, username, password)
      expectNoPassword(t, 'in the response to the mutation login', answer, [])
    },
  }),
]
