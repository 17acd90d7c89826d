import type { Accounts } from '../../auth/accounts.js'
import { createRole, deleteRole, readRole, updateRole } from '../../auth/roles.js'
import { createUser, deleteUser, updateUser } from '../../auth/users.js'
import { ApiError, validationError } from '../../errors/api-error.js'
import type { ShadowAction } from '../../project/shadow-crud.js'
import { roleType, userType } from '../../query/account-types.js'
import { idOf, ofEntry } from '../of-entry.js'
import { block } from '../schema/definitions.js'
import { permit } from './permit.js'
import type { OperationField, OperationModule, OperationSchema, RecordCall, Resolver } from '../service.js'

const response = 'UsersPermissionsUserEntityResponse!'
const rolePayloads = ['Create', 'Update', 'Delete'].map((verb) => `UsersPermissions${verb}RolePayload`)
const userData = 'data: UsersPermissionsUserInput!'
const roleData = 'data: UsersPermissionsRoleInput!'
const done = { ok: true }

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
      'Add a role, which grants nothing yet',
    ),
    ofRoles(
      'update',
      `updateUsersPermissionsRole(id: ID!, ${roleData}): UsersPermissionsUpdateRolePayload`,
      'Change the name or the description of a role; what it grants stays',
    ),
    ofRoles(
      'delete',
      'deleteUsersPermissionsRole(id: ID!): UsersPermissionsDeleteRolePayload',
      'Delete a role; who had it has the public one then',
    ),
  ],
}

/** Users and roles, written with the same permissions and checks as in REST. */
export function userOperations(accounts: Accounts): OperationModule {
  const { scope } = accounts
  return {
    ...userOperationSchema,
    records: {
      'Mutation.createUsersPermissionsUser': {
        type: userType,
        run: async ({ given, caller, read }) => {
          permit(caller, `${userType}.create`)
          const data = dataOf(given)
          if ((data['role'] ?? null) === null) {
            throw validationError([{ path: ['role'], message: 'role is a required field' }])
          }
          return read(await createUser(scope, { provider: 'local', ...data }, { caller }))
        },
      },
      'Mutation.updateUsersPermissionsUser': {
        type: userType,
        run: async (call) => {
          permit(call.caller, `${userType}.update`)
          const id = idOf(call.given, 'User not found')
          await updateUser(scope, id, dataOf(call.given), { caller: call.caller })
          return call.read(id)
        },
      },
      'Mutation.deleteUsersPermissionsUser': {
        type: userType,
        run: async (call) => {
          permit(call.caller, `${userType}.destroy`)
          return ofEntry(call.given, async (id) => {
            const answer = await call.read(id)
            await deleteUser(scope, id, call.caller)
            return answer
          })
        },
      },
    },
    resolvers: { Mutation: roleMutations(accounts) },
  }
}

function roleMutations({ scope, roles, configured }: Accounts): Readonly<Record<string, Resolver>> {
  const { database } = scope
  return {
    createUsersPermissionsRole: async (_source, given: Given, { caller }) => {
      permit(caller, `${roleType}.createRole`)
      const { name, description } = given.data
      if (typeof name !== 'string' || name.trim() === '') {
        throw validationError([{ path: ['name'], message: 'name is a required field' }])
      }
      await createRole(database, { name, ...(typeof description === 'string' && { description }) })
      roles.forget()
      return done
    },
    updateUsersPermissionsRole: async (_source, given: Given, { caller }) => {
      permit(caller, `${roleType}.updateRole`)
      const { name, description } = given.data
      const change = {
        ...(typeof name === 'string' && { name }),
        ...(typeof description === 'string' && { description }),
      }
      await updateRole(database, roleId(given), change, caller)
      roles.forget()
      return done
    },
    deleteUsersPermissionsRole: async (_source, given: Given, { caller }) => {
      permit(caller, `${roleType}.deleteRole`)
      const { type } = await readRole(database, roleId(given))
      if (configured.has(type)) {
        const message = `The configuration says what the role ${type} may do: change it there`
        throw new ApiError('ApplicationError', message)
      }
      await deleteRole(database, roleId(given), caller)
      roles.forget()
      return done
    },
  }
}

interface Given {
  readonly id?: unknown
  readonly data: Readonly<Record<string, unknown>>
}

const dataOf = (given: RecordCall['given']) => given['data'] as Readonly<Record<string, unknown>>

const roleId = (given: Given) => idOf(given, 'Role not found')
