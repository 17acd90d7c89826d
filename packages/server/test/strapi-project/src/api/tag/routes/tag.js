'use strict'

const { createCoreRouter } = require('@strapi/strapi').factories

module.exports = createCoreRouter('api::tag.tag', {
  prefix: '/shop',
  except: ['delete', 'update'],
  config: { find: { auth: false } },
})
