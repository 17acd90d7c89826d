import type { Accounts } from '@content-api/capabilities/accounts/accounts'
import { createRole, deleteRole, readRole, updateRole } from '@content-api/capabilities/accounts/roles'
import { createUser, deleteUser, updateUser } from '@content-api/capabilities/accounts/users'
import type { Caller } from '@content-api/core/entries/caller'
import { ApiError, validationError } from '@content-api/engine/errors'
import { roleType, userType } from '@content-api/engine/plan'
import type { ShadowAction } from '../schema/shadow-crud.js'
import { idOf, withEntryId } from '../entry-id.js'
import { derivedNames } from '../naming.js'
import { block } from '../schema/attribute-types.js'
import { requirePermission } from '../errors.js'
import type {
  OperationField,
  OperationModule,
  OperationSchema,
  RecordCall,
  RecordOperation,
  Resolver,
} from '../contracts.js'

const userName = 'UsersPermissionsUser'
const response = `${derivedNames.response(userName)}!`
const rolePayloads = ['Create', 'Update', 'Delete'].map((verb) => `UsersPermissions${verb}RolePayload`)
const userData = 'data: UsersPermissionsUserInput!'
const roleData = 'data: UsersPermissionsRoleInput!'

const mutationOf =
  (type: string) =>
  (action: ShadowAction, sdl: string, description: string): OperationField => ({
    sdl,
    description,
    crud: { type, action },
  })
const ofUsers = mutationOf(userType)
const ofRoles = mutationOf(roleType)

export const userOperationSchema: OperationSchema = {
  typeDefs: rolePayloads.map((name) => block('type', name, ['ok: Boolean!'])).join('\n'),
  mutation: [
    ofUsers('create', `createUsersPermissionsUser(${userData}): ${response}`, 'Add a user'),
    ofUsers('update', `updateUsersPermissionsUser(id: ID!, ${userData}): ${response}`, 'Change a user'),
    ofUsers('delete', `deleteUsersPermissionsUser(id: ID!): ${response}`, 'Delete a user'),
    ofRoles(
      'create',
      `createUsersPermissionsRole(${roleData}): UsersPermissionsCreateRolePayload`,
      'Add a role, without any permission',
    ),
    ofRoles(
      'update',
      `updateUsersPermissionsRole(id: ID!, ${roleData}): UsersPermissionsUpdateRolePayload`,
      'Change the name or the description of a role, but not its permissions',
    ),
    ofRoles(
      'delete',
      'deleteUsersPermissionsRole(id: ID!): UsersPermissionsDeleteRolePayload',
      'Delete a role; its users get the public role',
    ),
  ],
}

/** The schema of users that are documents, which have an envelope in mutations only. */
export const documentUserSchema: OperationSchema = {
  ...userOperationSchema,
  typeDefs: `${userOperationSchema.typeDefs}\n${block('type', derivedNames.response(userName), [`data: ${userName}`])}`,
}

/** Creates the mutations of users and roles, with the same permissions and checks as in REST. */
export function userOperations(accounts: Accounts, schema: OperationSchema = userOperationSchema): OperationModule {
  const { scope } = accounts
  return {
    ...schema,
    records: {
      'Mutation.createUsersPermissionsUser': userMutation('create', async ({ args, caller, read }) => {
        const data = dataOf(args)
        if ((data['role'] ?? null) === null) throw requiredField('role')
        return read(await createUser(scope, { provider: 'local', ...data }, { caller }))
      }),
      'Mutation.updateUsersPermissionsUser': userMutation('update', async ({ args, caller, read }) => {
        const id = idOf(args, 'User not found')
        await updateUser(scope, id, dataOf(args), { caller })
        return read(id)
      }),
      'Mutation.deleteUsersPermissionsUser': userMutation('destroy', async ({ args, caller, read }) =>
        withEntryId(args, async (id) => {
          const deleted = await read(id)
          await deleteUser(scope, id, caller)
          return deleted
        }),
      ),
    },
    resolvers: { Mutation: roleMutations(accounts) },
  }
}

function userMutation(action: string, run: RecordOperation['run']): RecordOperation {
  return {
    type: userType,
    run: async (call) => {
      requirePermission(call.caller, `${userType}.${action}`)
      return run(call)
    },
  }
}

const requiredField = (name: string) => validationError([{ path: [name], message: `${name} is a required field` }])

function roleMutations({ scope, store, configured }: Accounts): Readonly<Record<string, Resolver>> {
  const mutation =
    (action: string, write: (args: RoleArguments, caller: Caller) => Promise<unknown>): Resolver =>
    async (_source, args, { caller }) => {
      requirePermission(caller, `${roleType}.${action}`)
      await write(args as RoleArguments, caller)
      store.forget()
      return { ok: true }
    }
  return {
    createUsersPermissionsRole: mutation('createRole', async ({ data: { name, description } }) => {
      if (typeof name !== 'string' || name.trim() === '') throw requiredField('name')
      await createRole(scope, { name, ...(typeof description === 'string' && { description }) })
    }),
    updateUsersPermissionsRole: mutation('updateRole', async (args, caller) => {
      const { name, description } = args.data
      const change = {
        ...(typeof name === 'string' && { name }),
        ...(typeof description === 'string' && { description }),
      }
      await updateRole(scope, roleId(args), change, caller)
    }),
    deleteUsersPermissionsRole: mutation('deleteRole', async (args, caller) => {
      const { type } = await readRole(scope, roleId(args))
      if (configured.has(type)) {
        const message = `The configuration sets the permissions of the role ${type}. Change them there`
        throw new ApiError('ApplicationError', message)
      }
      await deleteRole(scope, roleId(args), caller)
    }),
  }
}

interface RoleArguments {
  readonly id?: unknown
  readonly data: Readonly<Record<string, unknown>>
}

const dataOf = (args: RecordCall['args']) => args['data'] as Readonly<Record<string, unknown>>

const roleId = (args: RoleArguments) => idOf(args, 'Role not found')
