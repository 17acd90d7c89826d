import fs from 'fs'
import os from 'os'
import path from 'path'
import { errors } from '@strapi/utils'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export default {
  /** Runs three transactions: the first commits, an error undoes the second, and the third is rolled back. */
  async transaction(ctx) {
    const log: string[] = []
    const make = (name: string) => strapi.entityService.create('api::tag.tag', { data: { name } })
    await strapi.db.transaction(async ({ onCommit }) => {
      onCommit(() => log.push('committed'))
      await make('kept-1')
      await make('kept-2')
    })
    try {
      await strapi.db.transaction(async ({ onRollback }) => {
        onRollback(() => log.push('undone'))
        await make('undone-1')
        throw new errors.ApplicationError('Undo it')
      })
    } catch (error) {
      log.push(error.message)
    }
    await strapi.db.transaction(async ({ rollback }) => {
      await make('rolled-back-1')
      await rollback()
    })
    const names = ['kept-1', 'kept-2', 'undone-1', 'rolled-back-1']
    const tags = await strapi.db.query('api::tag.tag').findMany({ where: { name: { $in: names } }, orderBy: 'id' })
    ctx.body = { log, tags: tags.map(({ name }) => name) }
  },
  async store() {
    const tool = strapi.service('api::tool.tool')
    const before = await tool.recall('visits')
    await tool.remember('visits', { count: (before?.count ?? 0) + 1 })
    return {
      visits: await tool.recall('visits'),
      updated: await tool.recall('updated'),
      missing: await tool.recall('gone'),
    }
  },
  async mail(ctx) {
    const { to } = ctx.request.body
    if (!to) return ctx.badRequest('Who is it for?', { to: null })
    await strapi
      .plugin('email')
      .service('email')
      .send({ to, subject: 'Hello', text: 'From the shop', html: '<p>From the shop</p>' })
    await strapi.plugins['email'].services.email.sendTemplatedEmail(
      { to },
      { subject: 'Welcome <%= user.name %>', text: 'Hi <%= user.name %>', html: '<p>Hi <%= user.name %></p>' },
      { user: { name: 'Ann' } },
    )
    ctx.status = 202
    return { sent: 2 }
  },
  async upload() {
    const file = path.join(os.tmpdir(), `pixel-${process.pid}.png`)
    fs.writeFileSync(file, Buffer.from(pixel, 'base64'))
    const [stored] = await strapi
      .plugin('upload')
      .service('upload')
      .upload({
        data: { fileInfo: { name: 'pixel.png', alternativeText: 'One pixel' } },
        files: { path: file, name: 'pixel.png', type: 'image/png', size: fs.statSync(file).size },
      })
    const { name, alternativeText, mime, ext, width, height } = stored
    const found = await strapi.plugin('upload').service('upload').findOne(stored.id)
    await strapi.plugin('upload').service('upload').remove(found)
    const count = await strapi.db.query('plugin::upload.file').count()
    return { name, alternativeText, mime, ext, width, height, count }
  },
  async token(ctx) {
    const { jwt, user } = strapi.plugins['users-permissions'].services
    const [first] = await user.fetchAll({ filters: { username: ctx.request.body.username } })
    if (!first) return ctx.notFound()
    const token = jwt.issue({ id: first.id })
    const { id } = await jwt.verify(token)
    const authenticated = await user.fetchAuthenticatedUser(id)
    return { token, same: id === first.id, role: authenticated.role.type }
  },
  async users() {
    const { user } = strapi.plugins['users-permissions'].services
    const added = await user.add({
      username: 'temp',
      email: 'temp@example.com',
      password: 'temporary-1',
      confirmed: true,
      nickname: 'T',
    })
    const edited = await user.edit(added.id, { nickname: 'Tee' })
    await user.remove({ id: added.id })
    return { username: added.username, nickname: edited.nickname, left: await user.count({ username: 'temp' }) }
  },
  async locales() {
    const { code } = (await strapi.plugin('i18n').service('locales').findByCode('en')) ?? {}
    return { code, standard: await strapi.plugin('i18n').service('locales').getDefaultLocale() }
  },
  fail(ctx) {
    ctx.throw(418 - 3, 'No tea')
  },
  nothing: () => undefined,
}
