/** The permission is `api::country.statistics.find`, named after the handler. */
export const routes = [{ method: 'GET', path: '/countries/:code/statistics', handler: 'statistics.find' }]
