const calls = require('../../../calls')

module.exports = {
  async run(ctx) {
    const results = []
    const known = {}
    for (const [id, call] of Object.entries(calls)) {
      try {
        results.push({ id, result: (await call(strapi, known)) ?? null })
      } catch (error) {
        results.push({ id, error: { name: error.name, message: error.message } })
      }
    }
    ctx.body = results
  },
}
