module.exports = ({ env }) => ({
  'users-permissions': {
    config: {
      jwtSecret: env('JWT_SECRET'),
      // Logins return an access token, and a refresh token in an httpOnly cookie.
      jwtManagement: 'refresh',
      sessions: { httpOnly: true },
    },
  },
})
