import { definePreview } from '@storybook/react-vite'
import addonMsw from 'msw-storybook-addon'
import { handlers } from '../src/mocks/content.recorded.js'

export default definePreview({
  addons: [addonMsw()],
  beforeEach({ msw }) {
    if (import.meta.env['STORYBOOK_CMS'] !== 'server') msw.use(...handlers)
  },
})
