export default async (policyContext, _config, { strapi }) => {
  const { id } = policyContext.params
  const [post] = await strapi.entityService.findMany('api::post.post', {
    filters: { id, owner: policyContext.state.user?.id ?? 0 },
    publicationState: 'preview',
  })
  return post !== undefined
}
