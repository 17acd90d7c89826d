/** Users, roles, permissions, API tokens, locales and settings in the tables of Strapi. */
export { findStrapiApiToken, type StrapiApiToken } from '../accounts/api-tokens.js'
export { deleteApiTokenRows, insertApiTokenRow, readApiTokenRows } from '../accounts/api-token-rows.js'
export { readStrapiLocales, type StrapiLocale, type StrapiLocales } from '../accounts/locales.js'
export { readStrapiPermissions, type StrapiPermissions } from '../accounts/permissions.js'
export {
  readStrapiAdvancedSettings,
  readStrapiContentTypes,
  readStrapiSchemaHash,
  readStrapiTypesVersion,
  readStrapiSetting,
  type StrapiAdvancedSettings,
} from '../accounts/settings.js'
export {
  changeRoleRow,
  deleteRole,
  findRoleRow,
  insertRoleRow,
  lockRoles,
  moveUsersOfRole,
  readRoleRows,
  setRolePermissions,
} from '../accounts/role-rows.js'
export {
  changeUserRow,
  deleteUserState,
  findRowDocument,
  findStoredUser,
  findTakenName,
  findUserByAddress,
  findUserByName,
  findUserOfCode,
  findUserOfProvider,
  hasUserWithPassword,
  lockNames,
  lockUserCode,
  lockUserRow,
  readUserRows,
  replacePasswordHash,
} from '../accounts/user-rows.js'
export { findStrapiUser, type StrapiRole, type StrapiUser } from '../accounts/users.js'
