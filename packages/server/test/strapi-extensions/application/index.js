module.exports = {
  register({ strapi }) {
    const responses = {
      models: () => ({
        type: strapi.contentType('api::tag.tag').uid,
        types: Object.keys(strapi.contentTypes)
          .filter((uid) => uid.startsWith('api::'))
          .sort(),
        attribute: strapi.contentTypes['api::article.article'].attributes.kind.enum,
        model: strapi.getModel('api::tag.tag').info.singularName,
        component: strapi.getModel('shared.seo') !== undefined && Object.keys(strapi.components).includes('shared.seo'),
        kind: strapi.getModel('api::setting.setting').kind,
        modelType: strapi.getModel('api::setting.setting').modelType,
      }),
      plugins: () => ({
        same: strapi.plugins.graphql.service('extension') === strapi.plugin('graphql').service('extension'),
        services: typeof strapi.plugins['graphql'].services.format.returnTypes.toEntityResponse,
        shadowCRUD: strapi.plugin('graphql').config('shadowCRUD'),
        endpoint: strapi.config.get('plugin.graphql.endpoint'),
        fallback: strapi.config.get('custom.key', 'fallback'),
        byService: typeof strapi.service('plugin::graphql.extension').use,
      }),
      request: (parent, args, context) => ({
        method: context.koaContext.request.method,
        path: context.koaContext.request.path,
        header: context.koaContext.request.headers['x-please'],
        byGet: context.koaContext.get('X-Please'),
        address: typeof context.koaContext.request.ip,
        user: context.koaContext.state.user?.username ?? null,
        same: context.koaContext.state.user === context.state.user,
        strategy: context.state.auth.strategy?.name ?? null,
      }),
      hints(parent, args, context, info) {
        info.cacheControl.setCacheHint({ maxAge: 60, scope: 'PRIVATE' })
        return 'set'
      },
      logged() {
        strapi.log.debug('looked at')
        return 'logged'
      },
    }
    strapi
      .plugin('graphql')
      .service('extension')
      .use({
        typeDefs: `extend type Query { ${Object.keys(responses)
          .map((name) => `${name}: JSON`)
          .join(' ')} }`,
        resolvers: { Query: responses },
        resolversConfig: Object.fromEntries(Object.keys(responses).map((name) => [`Query.${name}`, { auth: false }])),
      })
  },
}
