module.exports =
  (options, { strapi }) =>
  async (next, parent, args, context, info) => {
    const res = await next(parent, args, context, info)
    for (const node of res.nodes) node.bio = options.text
    return res
  }
