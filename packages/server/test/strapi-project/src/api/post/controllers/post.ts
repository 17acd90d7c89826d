import { factories } from '@strapi/strapi'
import { sanitize, validate, errors } from '@strapi/utils'

const uid = 'api::post.post'

export default factories.createCoreController(uid, ({ strapi }) => ({
  // The first way in Strapi's guide to controllers: call the generated action, and add to the response.
  async find(ctx) {
    ctx.query = { sort: 'id', ...ctx.query }
    const { data, meta } = await super.find(ctx)
    return { data, meta: { ...meta, shop: strapi.config.get('shop.name') } }
  },
  // The second way: replace the generated action, and use its helpers.
  async delete(ctx) {
    await this.validateQuery(ctx)
    const query = await this.sanitizeQuery(ctx)
    const entity = await strapi.service(uid).delete(ctx.params.id, query)
    const sanitized: any = await this.sanitizeOutput(entity, ctx)
    return this.transformResponse({ ...sanitized, gone: true })
  },
  async create(ctx) {
    const { user } = ctx.state
    ctx.request.body.data = { ...ctx.request.body.data, margin: 1, owner: user?.id }
    return super.create(ctx)
  },
  async bySlug(ctx) {
    const entity = await strapi.db.query(uid).findOne({
      where: { slug: ctx.params.slug, publishedAt: { $notNull: true } },
      populate: { tags: true, links: true },
    })
    return this.transformResponse(await this.sanitizeOutput(entity, ctx))
  },
  async top(ctx) {
    const posts = await strapi.entityService.findMany(uid, {
      sort: { views: 'desc' },
      limit: strapi.config.get('shop.limit', 10),
      publicationState: 'live',
      populate: ['tags', 'links'],
    })
    ctx.body = (posts as any[]).map(({ title, views, tags, links }) => ({
      title,
      views,
      tags: tags.map(({ name }) => name),
      links: links.map(({ label }) => label),
    }))
  },
  async like(ctx) {
    const post = await strapi.service(uid).like(ctx.params.id)
    if (!post) return ctx.notFound('There is no such post')
    ctx.set('x-likes', String(post.views))
    ctx.send({ views: post.views })
  },
  async clean(ctx) {
    const schema = strapi.contentType(uid)
    const { auth } = ctx.state
    try {
      await validate.contentAPI.query({ filters: { margin: 1 } }, schema, { auth })
    } catch (error) {
      if (!(error instanceof errors.ValidationError)) throw error
      const query = await sanitize.contentAPI.query({ fields: ['title'], sort: 'id' }, schema, { auth })
      const posts = await strapi.entityService.findMany(uid, { ...query, limit: 1 } as any)
      return sanitize.contentAPI.output(posts, schema, { auth })
    }
    return ctx.badRequest('The margin is private')
  },
}))
