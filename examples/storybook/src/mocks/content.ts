import type { RecordedService } from '@content-api/server/recorded'
import { listArticles } from '../list-articles.js'

export const all = (service: RecordedService) => listArticles(service)

export const ofAda = (service: RecordedService) => listArticles(service, 'Ada')
