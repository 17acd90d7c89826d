'use strict'

const { PolicyError } = require('@strapi/utils').errors

module.exports = (policyContext, config, { strapi }) => {
  const { title = '' } = policyContext.request.body.data
  if (title.length >= config.min) return true
  throw new PolicyError(`The title needs ${config.min} letters`, {
    policy: 'has-title',
    name: strapi.config.get('shop.name'),
  })
}
