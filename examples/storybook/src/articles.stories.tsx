import { HttpResponse, http } from 'msw'
import preview from '../.storybook/preview.js'
import { Articles } from './articles.js'

const meta = preview.meta({ component: Articles })

export const All = meta.story()

export const OfOneAuthor = meta.story({ args: { author: 'Ada' } })

export const Unavailable = meta.story({
  beforeEach({ msw }) {
    msw.use(http.get('*/api/articles', () => new HttpResponse(null, { status: 503 })))
  },
})
