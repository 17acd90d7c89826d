module.exports = ({ env }) => ({
  serveAdminPanel: false,
  flags: { nps: false, promoteEE: false },
  apiToken: { salt: env('API_TOKEN_SALT') },
})
