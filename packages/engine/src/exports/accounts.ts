/** The rows of users, roles, permissions, API tokens, rate limits and sessions, and those of Strapi. */
export {
  type ApiToken,
  type ApiTokenType,
  apiTokenTypes,
  deleteApiToken,
  findApiToken,
  insertApiToken,
  readApiTokens,
  readStoredTokens,
  type TokenRow,
} from '../accounts/api-tokens.js'
export { countHit, deleteEndedHits, type Hits } from '../accounts/rate-limits.js'
export {
  changeRole,
  deletePermission,
  deleteRoleRow,
  findRole,
  insertPermission,
  insertRole,
  lockRoles,
  moveUsers,
  type PermissionRow,
  readPermissionRows,
  readPermissions,
  readRoles,
  readRoleTypes,
  type Role,
  type RolePermissions,
  setPermissions,
} from '../accounts/roles.js'
export {
  deleteExpiredSessions,
  deleteSessionFamily,
  deleteSessions,
  type EndedSessions,
  findSessionTokens,
  insertSession,
  readSessions,
  type RefreshDigests,
  rotateSession,
  type StoredSession,
  trimSessions,
} from '../accounts/sessions.js'
export {
  changeUser,
  findProviderUserByEmailKey,
  findTaken,
  findUserByCode,
  findUserByEmailKey,
  findUserById,
  findUserInSession,
  findUserByKey,
  findUserByProviderAccount,
  findUsersToIndex,
  hasBcryptHash,
  hasPassword,
  lockCode,
  longestIdentifier,
  lockKeys,
  lockUser,
  type ProviderUser,
  readTokenEpochs,
  readUsers,
  replaceHash,
  setUserKeys,
  type StoredUser,
  type UserChange,
  type UserKeys,
} from '../accounts/users.js'
export { findStrapiApiToken, type StrapiApiToken } from '../strapi-accounts/api-tokens.js'
export { readStrapiLocales, type StrapiLocale, type StrapiLocales } from '../strapi-accounts/locales.js'
export { readStrapiPermissions, type StrapiPermissions } from '../strapi-accounts/permissions.js'
export {
  readStrapiAdvancedSettings,
  readStrapiContentTypes,
  readStrapiSchemaHash,
  readStrapiTypesVersion,
  readStrapiSetting,
  type StrapiAdvancedSettings,
} from '../strapi-accounts/settings.js'
export { findStrapiUser, type StrapiRole, type StrapiUser } from '../strapi-accounts/users.js'
