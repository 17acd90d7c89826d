module.exports = ({ env }) => ({
  graphql: { enabled: true },
  'users-permissions': {
    enabled: true,
    config: {
      jwtSecret: env('JWT_SECRET'),
      jwt: { expiresIn: '30d' },
      jwtManagement: env('JWT_MANAGEMENT', 'legacy-support'),
      ratelimit: { enabled: false },
    },
  },
})
