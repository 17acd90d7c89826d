module.exports = require('@strapi/strapi').factories.createCoreService('api::item.item')
