// Gives the page its permissions, and a new database some content and a user: ada, "correct horse".
const visitors = ['api::article.article.find', 'api::author.author.find', 'plugin::users-permissions.auth.refresh']
const users = [
  ...visitors,
  'api::article.article.create',
  'api::article.article.update',
  'plugin::users-permissions.auth.logout',
]

module.exports = {
  async bootstrap({ strapi }) {
    await allow(strapi, 'public', visitors)
    const authenticated = await allow(strapi, 'authenticated', users)
    if (await strapi.documents('api::author.author').findFirst()) return
    const ada = await strapi.documents('api::author.author').create({ data: { name: 'Ada' } })
    const articles = strapi.documents('api::article.article')
    const data = { title: 'Hello', summary: 'The first article', author: ada.documentId }
    await articles.create({ data, status: 'published' })
    await articles.create({ data: { title: 'Unfinished', author: ada.documentId } })
    const account = { username: 'ada', email: 'ada@example.org', password: 'correct horse', provider: 'local' }
    await strapi
      .plugin('users-permissions')
      .service('user')
      .add({ ...account, confirmed: true, role: authenticated.id })
  },
}

/** Allows actions to a role, and returns the role. */
async function allow(strapi, type, actions) {
  const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type } })
  const permissions = strapi.db.query('plugin::users-permissions.permission')
  for (const action of actions) {
    const data = { action, role: role.id }
    if (!(await permissions.findOne({ where: data }))) await permissions.create({ data })
  }
  return role
}
