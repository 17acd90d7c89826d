module.exports = (policyContext, config, { strapi }) => {
  const { http } = policyContext
  return http.request.headers['x-please'] === 'yes'
}
