'use strict'

// Around reads: hides entries from lists, and notes in each entry how it was read.
module.exports = {
  beforeFindMany(event) {
    event.params.where = { ...event.params.where, hidden: { $ne: true } }
    event.state.seen = true
  },
  afterFindMany(event) {
    for (const tag of event.result) tag.name = `${tag.name}${event.state.seen ? '!' : ''}`
  },
  afterFindOne(event) {
    if (event.result) event.result.name = `${event.result.name}?`
  },
  beforeCount(event) {
    event.params.where = { ...event.params.where, hidden: { $ne: true } }
  },
  async afterCreateMany(event) {
    await strapi.service('api::tool.tool').remember('created', event.result.count)
  },
}
