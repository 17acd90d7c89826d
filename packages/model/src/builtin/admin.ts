import type { ContentTypeFile } from '../schema-file.js'

/** Editors of the content, visible as `createdBy` and `updatedBy`. Strapi's API spells `preferedLanguage` this way. */
export const adminUser: ContentTypeFile = {
  collectionName: 'admin_users',
  info: { singularName: 'user', pluralName: 'users', displayName: 'Administrator' },
  attributes: {
    firstname: { type: 'string' },
    lastname: { type: 'string' },
    username: { type: 'string' },
    email: { type: 'email', required: true, unique: true, private: true, minLength: 6 },
    password: { type: 'password', private: true, minLength: 6 },
    resetPasswordToken: { type: 'string', private: true },
    registrationToken: { type: 'string', private: true },
    isActive: { type: 'boolean', private: true, default: false },
    blocked: { type: 'boolean', private: true, default: false },
    preferedLanguage: { type: 'string' },
  },
}
