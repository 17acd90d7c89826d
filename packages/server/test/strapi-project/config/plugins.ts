export default ({ env }) => ({
  graphql: { config: { shadowCRUD: true } },
  'users-permissions': { config: { jwtSecret: env('JWT_SECRET') } },
})
