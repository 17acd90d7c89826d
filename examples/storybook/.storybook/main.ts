import { contentApi } from '@content-api/server/vite'
import { defineMain } from '@storybook/react-vite/node'

export default defineMain({
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.stories.tsx'],
  addons: ['msw-storybook-addon'],
  staticDirs: ['public'],
  core: { disableTelemetry: true },
  // With `npm run dev:server`, the stories read from the server inside Storybook's Vite.
  viteFinal: (config) => ({
    ...config,
    plugins: [
      ...(config.plugins ?? []),
      ...(process.env['STORYBOOK_CMS'] === 'server' ? [contentApi({ project: 'cms', seed: 'cms/content.jsonl' })] : []),
    ],
  }),
})
