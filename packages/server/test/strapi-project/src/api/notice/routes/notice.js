import { factories } from '@strapi/strapi'

export default factories.createCoreRouter('api::notice.notice', { only: ['find', 'update'] })
