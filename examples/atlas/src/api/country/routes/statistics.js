/** Its permission is `api::country.statistics.find`, after the handler. */
export const routes = [{ method: 'GET', path: '/countries/:code/statistics', handler: 'statistics.find' }]
