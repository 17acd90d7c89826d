import type { ContentTypeFile } from '../schema-file.js'

/** The users of the content API, as responses contain them (specification §2.4). */
export const user: ContentTypeFile = {
  collectionName: 'up_users',
  info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
  attributes: {
    username: { type: 'string', required: true, unique: true, minLength: 3 },
    email: { type: 'email', required: true, minLength: 6 },
    provider: { type: 'string' },
    password: { type: 'password', private: true, minLength: 6 },
    resetPasswordToken: { type: 'string', private: true },
    confirmationToken: { type: 'string', private: true },
    confirmed: { type: 'boolean', default: false },
    blocked: { type: 'boolean', default: false },
    role: {
      type: 'relation',
      relation: 'manyToOne',
      target: 'plugin::users-permissions.role',
      inversedBy: 'users',
    },
  },
}

export const role: ContentTypeFile = {
  collectionName: 'up_roles',
  info: { singularName: 'role', pluralName: 'roles', displayName: 'Role' },
  attributes: {
    name: { type: 'string', required: true, minLength: 3 },
    description: { type: 'string' },
    type: { type: 'string', unique: true },
    users: {
      type: 'relation',
      relation: 'oneToMany',
      target: 'plugin::users-permissions.user',
      mappedBy: 'role',
    },
  },
}
