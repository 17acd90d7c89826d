export default {
  nightly: {
    task: async ({ strapi }) => {
      await strapi.service('api::tool.tool').remember('nightly', true)
    },
    options: { rule: '0 0 1 * * *' },
  },
}
