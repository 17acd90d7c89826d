import type { Accounts } from '@content-api/capabilities/accounts/accounts'
import { changePassword, requestReset, resetPassword } from '@content-api/capabilities/accounts/passwords'
import { confirmEmail, register } from '@content-api/capabilities/accounts/register'
import { issueTokens, requireSignInSite, type SignedIn } from '@content-api/capabilities/accounts/issue-tokens'
import { isLong } from '@content-api/capabilities/accounts/normal-form'
import { accountToSignIn, signIn } from '@content-api/capabilities/accounts/sign-in'
import type { Caller } from '@content-api/core/entries/caller'
import { ApiError } from '@content-api/engine/errors'
import { parseText, roleType, userType } from '@content-api/engine/plan'
import { allowEverything } from '@content-api/core/query/plan-context'
import { block } from '../schema/attribute-types.js'
import { requirePermission, incompleteEntry } from '../errors.js'
import { noteCookies } from '@content-api/core/message/noted-cookies'
import type { GraphqlContext, OperationModule, OperationSchema, Resolver } from '../contracts.js'

const typeDefs = (idsOfMe: readonly string[]) => [
  block('type', 'UsersPermissionsMe', [
    ...idsOfMe,
    'username: String!',
    'email: String',
    'confirmed: Boolean',
    'blocked: Boolean',
    'role: UsersPermissionsMeRole',
  ]),
  block('type', 'UsersPermissionsMeRole', ['id: ID!', 'name: String!', 'description: String', 'type: String']),
  block('input', 'UsersPermissionsRegisterInput', ['username: String!', 'email: String!', 'password: String!']),
  block('input', 'UsersPermissionsLoginInput', [
    'identifier: String!',
    'password: String!',
    'provider: String! = "local"',
  ]),
  block('type', 'UsersPermissionsPasswordPayload', ['ok: Boolean!']),
  block('type', 'UsersPermissionsLoginPayload', ['jwt: String', 'user: UsersPermissionsMe!']),
]

const payload = 'UsersPermissionsLoginPayload'
const passwords = 'password: String!, passwordConfirmation: String!'

export const signInSchema: OperationSchema = {
  typeDefs: typeDefs(['id: ID!']).join('\n'),
  query: [{ sdl: 'me: UsersPermissionsMe' }],
  mutation: [
    { sdl: `login(input: UsersPermissionsLoginInput!): ${payload}!` },
    { sdl: `register(input: UsersPermissionsRegisterInput!): ${payload}!`, description: 'Register a user' },
    {
      sdl: 'forgotPassword(email: String!): UsersPermissionsPasswordPayload',
      description: 'Request a reset password token',
    },
    {
      sdl: `resetPassword(${passwords}, code: String!): ${payload}`,
      description: 'Set a new password with the code from the mail of forgotPassword',
    },
    {
      sdl: `changePassword(currentPassword: String!, ${passwords}): ${payload}`,
      description: 'Change the password of the signed-in user, confirmed by the current one',
    },
    {
      sdl: `emailConfirmation(confirmation: String!): ${payload}`,
      description: 'Confirm an email address with the code from the mail',
    },
  ],
}

/** The schema of users that are documents. */
export const documentSignInSchema: OperationSchema = {
  ...signInSchema,
  typeDefs: typeDefs(['id: ID!', 'documentId: ID!']).join('\n'),
}

interface Attempt<Args> {
  /** Returns the account that attempts are counted for; an empty string if the request names none. */
  readonly identifier?: (args: Args, context: GraphqlContext) => string
  readonly accountOf?: (args: Args) => ReturnType<ReturnType<typeof accountToSignIn>>
  readonly run: (args: Args, context: GraphqlContext) => Promise<unknown>
}

/** Returns the resolver of a required attribute. It reports an entry that lacks the value. */
function requiredOf(uid: string): Resolver {
  return (source, _args, _context, { fieldName, parentType }) => {
    const { id, [fieldName]: value } = source as Readonly<Record<string, string | number | null>>
    if (value !== null) return value
    throw incompleteEntry(`${parentType.name}.${fieldName}`, `${uid} ${id}`)
  }
}

/** Creates the operations of sign-in (specification §4.5), with the same permissions and limits as in REST. */
export function signInOperations(accounts: Accounts, schema: OperationSchema = signInSchema): OperationModule {
  const { scope, rateLimits } = accounts
  const attempt =
    <Args>(action: string, { identifier = () => '', accountOf, run }: Attempt<Args>): Resolver =>
    async (_source, input, context) => {
      requirePermission(context.caller, `plugin::users-permissions.auth.${action}`)
      requireSignInSite(scope, context.http)
      const args = input as Args
      const address = context.http?.address ?? ''
      const named = identifier(args, context)
      // The operation rejects long names, as in REST.
      if (isLong(named)) return run(args, context)
      await rateLimits.count({ route: action, address, identifier: named, accountOf: accountOf?.(args) })
      return run(args, context)
    }
  const user = async (id: number, query: Record<string, unknown>): Promise<unknown> =>
    parseText(await scope.users.read(id, query, allowEverything))
  const signedInResponse = async (signedIn: SignedIn, { http }: GraphqlContext) => {
    const { jwt, cookies } = await issueTokens(scope, signedIn, { request: http })
    if (http) noteCookies(http, cookies)
    return { jwt, user: await user(signedIn.userId, {}) }
  }
  return {
    ...schema,
    resolvers: {
      UsersPermissionsMe: { username: requiredOf(userType) },
      UsersPermissionsMeRole: { name: requiredOf(roleType) },
      Query: {
        me: async (_source, _args, { caller }) => {
          if (caller.kind === 'token') throw new ApiError('UnauthorizedError', 'Authentication requested')
          requirePermission(caller, 'plugin::users-permissions.user.me')
          return user(signedInUser(caller), { populate: ['role'] })
        },
      },
      Mutation: {
        login: attempt('callback', {
          identifier: ({ input }: InputArguments<'identifier' | 'password' | 'provider'>) => input.identifier,
          accountOf: ({ input }) => accountToSignIn(scope)(input.identifier),
          async run({ input: { provider, ...credentials } }, context) {
            if (provider !== 'local') throw new ApiError('ApplicationError', 'This provider is disabled')
            return signedInResponse(await signIn(scope, credentials, context.http?.address ?? ''), context)
          },
        }),
        register: attempt('register', {
          identifier: ({ input }: InputArguments<'username' | 'email' | 'password'>) => input.email,
          run: async ({ input }, context) => signedInResponse(await register(scope, input, context.caller), context),
        }),
        forgotPassword: attempt('forgotPassword', {
          identifier: ({ email }: { readonly email: string }) => email,
          async run(args) {
            requestReset(scope, args)
            return { ok: true }
          },
        }),
        resetPassword: attempt('resetPassword', {
          run: async (args: object, context) =>
            signedInResponse(await resetPassword(scope, args, context.caller.session?.client), context),
        }),
        changePassword: attempt<object>('changePassword', {
          identifier: (_args, { caller }) => `user ${caller.userId}`,
          async run(args, context) {
            const { caller } = context
            return signedInResponse(
              await changePassword(scope, signedInUser(caller), args, caller.session?.client),
              context,
            )
          },
        }),
        emailConfirmation: attempt('emailConfirmation', {
          async run({ confirmation }: { readonly confirmation: string }) {
            await confirmEmail(scope, confirmation)
            return null
          },
        }),
      },
    },
  }
}

interface InputArguments<Key extends string> {
  readonly input: Readonly<Record<Key, string>>
}

function signedInUser({ userId }: Caller): number {
  if (userId === null) throw new ApiError('ForbiddenError')
  return userId
}
