import { fileURLToPath } from 'node:url'

export default {
  // The workspace's packages are above this folder.
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
  // The error page reports errors. The badge would cover elements that tests click.
  devIndicators: false,
}
