// Gives the roles of Strapi their permissions. This server reads the same file itself.
const { permissions } = require('../content-api.config.json')

module.exports = {
  async bootstrap({ strapi }) {
    if (strapi.plugin('users-permissions') === undefined) return
    const known = strapi.db.query('plugin::users-permissions.permission')
    for (const [type, actions] of Object.entries(permissions)) {
      const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type } })
      for (const action of actions) {
        const data = { action, role: role.id }
        if (!(await known.findOne({ where: data }))) await known.create({ data })
      }
    }
  },
}
