/** The content types of accounts, by uid. */
export const userType = 'plugin::users-permissions.user'
export const roleType = 'plugin::users-permissions.role'
