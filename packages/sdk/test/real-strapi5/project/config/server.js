module.exports = ({ env }) => ({
  host: env('HOST'),
  port: env.int('PORT'),
  url: `http://${env('HOST')}:${env.int('PORT')}`,
  app: { keys: env.array('APP_KEYS') },
})
