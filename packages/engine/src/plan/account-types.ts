/** The uids of the content types of users and roles. */
export const userType = 'plugin::users-permissions.user'
export const roleType = 'plugin::users-permissions.role'
